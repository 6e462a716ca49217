import java.util.Arrays;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.Configuration;
import org.openapitools.client.JSON;
import org.openapitools.client.api.AccountsApi;
import org.openapitools.client.api.InvestmentsApi;
import org.openapitools.client.api.MarketApi;
import org.openapitools.client.api.StrategiesApi;
import org.openapitools.client.auth.ApiKeyAuth;
import org.openapitools.client.model.*;

public class Calls {
  static void tell(String call, int status, Object value) {
    boolean isPlain = value instanceof Number || value instanceof Boolean;
    System.out.println("[\"" + call + "\"," + status + "," + (isPlain ? value : "\"" + value + "\"") + "]");
  }

  public static void main(String[] arguments) throws ApiException {
    ApiClient client = Configuration.getDefaultApiClient().setBasePath(System.getenv("BASE_URL"));
    ((ApiKeyAuth) client.getAuthentication("ApiKey")).setApiKey(System.getenv("API_KEY"));
    StrategiesApi strategies = new StrategiesApi(client);
    MarketApi market = new MarketApi(client);
    InvestmentsApi investments = new InvestmentsApi(client);
    ApiResponse<StrategyListResponse> list = strategies.strategiesList().chain(Arrays.asList("ethereum")).perPage(2L).minApy(0.5).executeWithHttpInfo();
    Strategy strategy = list.getData().getData().get(0);
    tell("list", list.getStatusCode(), strategy.getCreatedAt().getYear() > 2000 ? list.getData().getData().size() : 0);
    ApiResponse<GetStrategyResponse> one = strategies.strategiesGet(strategy.getId()).executeWithHttpInfo();
    tell("get", one.getStatusCode(), one.getData().getData().getId().equals(strategy.getId()));
    try {
      strategies.strategiesList().chain(Arrays.asList("nochain")).execute();
    } catch (ApiException refused) {
      tell("refusal", refused.getCode(), JSON.getGson().fromJson(refused.getResponseBody(), BadRequestError.class).getError().getCode());
    }
    ApiResponse<PriceListResponse> prices = market.marketPrices().asset(Arrays.asList("ETH", "USDC")).executeWithHttpInfo();
    tell("prices", prices.getStatusCode(), prices.getData().getData().size());
    ApiResponse<TrendReportResponse> trends = market.marketTrends().executeWithHttpInfo();
    tell("trends", trends.getStatusCode(), trends.getData().getData().getWindow());
    ApiResponse<PerformanceListResponse> performance = market.marketPerformance().perPage(1L).executeWithHttpInfo();
    tell("performance", performance.getStatusCode(), performance.getData().getData().size());
    ApiResponse<ProfileResponse> profile = new AccountsApi(client).accountsProfile().executeWithHttpInfo();
    tell("profile", profile.getStatusCode(), profile.getData().getData().getPlan());
    DepositRequest body = new DepositRequest().strategyId(strategy.getId()).amount("5");
    ApiResponse<DepositResponse> deposit = investments.investmentsDeposit(body).idempotencyKey(UUID.randomUUID().toString()).executeWithHttpInfo();
    tell("deposit", deposit.getStatusCode(), deposit.getData().getData().getType());
    ApiResponse<InvestmentListResponse> held = investments.investmentsList().strategyId(strategy.getId()).executeWithHttpInfo();
    tell("investments", held.getStatusCode(), held.getData().getData().get(0).getStatus());
    ApiResponse<TransactionHistoryResponse> history = investments.investmentsHistory().type("deposit").perPage(1L).executeWithHttpInfo();
    tell("history", history.getStatusCode(), history.getData().getData().get(0).getType());
    String after = history.getData().getMeta().getNextAfter();
    ApiResponse<TransactionHistoryResponse> page = investments.investmentsHistory().type("deposit").perPage(1L).after(after).executeWithHttpInfo();
    tell("page", page.getStatusCode(), !page.getData().getData().get(0).getId().equals(history.getData().getData().get(0).getId()));
  }
}
