import java.util.UUID
import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ApiResponse
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Success
import org.openapitools.client.models.*

fun tell(call: String, status: Int, value: Any?) {
  val text = if (value is Number || value is Boolean) "$value" else "\"$value\""
  println("[\"$call\",$status,$text]")
}

fun <T> data(response: ApiResponse<T?>): T = (response as Success<T?>).data!!

fun main() {
  val base = System.getenv("BASE_URL")
  ApiClient.apiKey["X-API-KEY"] = System.getenv("API_KEY")
  val strategies = StrategiesApi(base)
  val market = MarketApi(base)
  val investments = InvestmentsApi(base)
  val list = strategies.strategiesList(chain = listOf("ethereum"), perPage = 2, minApy = 0.5)
  val strategy = list.`data`[0]
  tell("list", 200, if (strategy.createdAt.year > 2000) list.`data`.size else 0)
  tell("get", 200, strategies.strategiesGet(strategy.id).`data`.id == strategy.id)
  try {
    strategies.strategiesList(chain = listOf("nochain"))
  } catch (refused: ClientException) {
    val body = (refused.response as ClientError<*>).body.toString()
    tell("refusal", refused.statusCode, Regex("invalid_chain|tomorrow").find(body)?.value)
  }
  tell("prices", 200, market.marketPrices(asset = listOf("ETH", "USDC")).`data`.size)
  tell("trends", 200, market.marketTrends().`data`.window)
  tell("performance", 200, market.marketPerformance(perPage = 1).`data`.size)
  tell("profile", 200, AccountsApi(base).accountsProfile().`data`.plan.value)
  val deposit = investments.investmentsDepositWithHttpInfo(DepositRequest(strategyId = strategy.id, amount = "5"), UUID.randomUUID().toString())
  tell("deposit", deposit.statusCode, data(deposit).`data`.type)
  tell("investments", 200, investments.investmentsList(strategyId = strategy.id).`data`[0].status)
  val history = investments.investmentsHistory(type = InvestmentsApi.TypeInvestmentsHistory.deposit, perPage = 1)
  tell("history", 200, history.`data`[0].type)
  val page = investments.investmentsHistory(type = InvestmentsApi.TypeInvestmentsHistory.deposit, perPage = 1, after = history.meta.nextAfter)
  tell("page", 200, page.`data`[0].id != history.`data`[0].id)
}
