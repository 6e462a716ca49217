import json
import os
import uuid

import openapi_client as generated

configuration = generated.Configuration(
    host=os.environ["BASE_URL"], api_key={"ApiKey": os.environ["API_KEY"]}
)


def tell(call, status, value):
    print(json.dumps([call, status, value]))


with generated.ApiClient(configuration) as api:
    strategies = generated.StrategiesApi(api)
    market = generated.MarketApi(api)
    investments = generated.InvestmentsApi(api)
    found = strategies.strategies_list_with_http_info(chain=["ethereum"], per_page=2, min_apy=0.5)
    strategy = found.data.data[0]
    tell("list", found.status_code, len(found.data.data) if strategy.created_at.year > 2000 else 0)
    one = strategies.strategies_get_with_http_info(strategy.id)
    tell("get", one.status_code, one.data.data.id == strategy.id)
    try:
        strategies.strategies_list(chain=["nochain"])
    except generated.ApiException as refused:
        tell("refusal", refused.status, refused.data.error.code)
    prices = market.market_prices_with_http_info(asset=["ETH", "USDC"])
    tell("prices", prices.status_code, len(prices.data.data))
    trends = market.market_trends_with_http_info()
    tell("trends", trends.status_code, trends.data.data.window)
    performance = market.market_performance_with_http_info(per_page=1)
    tell("performance", performance.status_code, len(performance.data.data))
    profile = generated.AccountsApi(api).accounts_profile_with_http_info()
    tell("profile", profile.status_code, profile.data.data.plan)
    deposit = investments.investments_deposit_with_http_info(
        generated.DepositRequest(strategy_id=strategy.id, amount="5"),
        idempotency_key=str(uuid.uuid4()),
    )
    tell("deposit", deposit.status_code, deposit.data.data.type)
    held = investments.investments_list_with_http_info(strategy_id=strategy.id)
    tell("investments", held.status_code, held.data.data[0].status)
    history = investments.investments_history_with_http_info(type="deposit", per_page=1)
    tell("history", history.status_code, history.data.data[0].type)
    page = investments.investments_history_with_http_info(
        type="deposit", per_page=1, after=history.data.meta.next_after
    )
    tell("page", page.status_code, page.data.data[0].id != history.data.data[0].id)
