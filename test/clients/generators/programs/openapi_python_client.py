import json
import os
import uuid

from client import AuthenticatedClient
from client.api.accounts import accounts_profile
from client.api.investments import investments_deposit, investments_history, investments_list
from client.api.market import market_performance, market_prices, market_trends
from client.api.strategies import strategies_get, strategies_list
from client.models import DepositRequest, InvestmentsHistoryType

api = AuthenticatedClient(
    base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"], prefix="", auth_header_name="X-API-KEY"
)


def tell(call, answer, value):
    print(json.dumps([call, answer.status_code, value]))


found = strategies_list.sync_detailed(client=api, chain=["ethereum"], per_page=2, min_apy=0.5)
strategy = found.parsed.data[0]
tell("list", found, len(found.parsed.data) if strategy.created_at.year > 2000 else 0)
one = strategies_get.sync_detailed(strategy.id, client=api)
tell("get", one, one.parsed.data.id == strategy.id)
refused = strategies_list.sync_detailed(client=api, chain=["nochain"])
tell("refusal", refused, str(refused.parsed.error.code))
prices = market_prices.sync_detailed(client=api, asset=["ETH", "USDC"])
tell("prices", prices, len(prices.parsed.data))
trends = market_trends.sync_detailed(client=api)
tell("trends", trends, str(trends.parsed.data.window))
performance = market_performance.sync_detailed(client=api, per_page=1)
tell("performance", performance, len(performance.parsed.data))
profile = accounts_profile.sync_detailed(client=api)
tell("profile", profile, str(profile.parsed.data.plan))
deposit = investments_deposit.sync_detailed(
    client=api,
    body=DepositRequest(strategy_id=strategy.id, amount="5"),
    idempotency_key=str(uuid.uuid4()),
)
tell("deposit", deposit, str(deposit.parsed.data.type_))
investments = investments_list.sync_detailed(client=api, strategy_id=strategy.id)
tell("investments", investments, str(investments.parsed.data[0].status))
history = investments_history.sync_detailed(client=api, type_=InvestmentsHistoryType.DEPOSIT, per_page=1)
tell("history", history, str(history.parsed.data[0].type_))
page = investments_history.sync_detailed(
    client=api, type_=InvestmentsHistoryType.DEPOSIT, per_page=1, after=history.parsed.meta.next_after
)
tell("page", page, page.parsed.data[0].id != history.parsed.data[0].id)
