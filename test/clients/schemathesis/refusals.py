"""What the service may refuse of requests that keep to its document, and what it says of methods that a path lacks.

All of schemathesis's checks are on. A document says which requests are well formed, not which of them can be carried
out. So a refusal by state (422) is no failure where the operation declares its code, nor is a 400 where each of its
issues is a rule below, which no JSON schema can say. Any other refusal of a request that keeps to the document is one.

Nor is it a failure that something is gone of which a repeat with the same Idempotency-Key tells once more.
"""

import re

import schemathesis
from schemathesis.openapi.checks import EnsureResourceAvailability, RejectedPositiveData, UnsupportedMethodResponse

# Each with why it stands here.
RULES = [
    # What is supported changes with the market and with the deployment.
    r"is not a supported chain",
    r"is not the asset of this strategy",
    r"is not supported for balances",
    r"must be one of 1, 10, 137",
    # What an amount of an asset is worth is a matter of its price.
    r"must be worth .+; it is worth",
    # Days that the calendar does not have, and the order of two moments.
    r"must be a date \(2026-03-31\)",
    r"must be an ISO 8601",
    r"must not be later than the value of the parameter",
    r"must be (in the future|later)",
    # What a wallet holds in a vault is one user's.
    r"must be left out: the shares of this vault",
    r"must be the sub-account that owns the shares of this vault",
    # Parameters that go with others alone.
    r"is allowed only with group_by=",
    r"must be left out with investment_id",
    r"is not allowed for kind",
    r"is required for",
    r"is required when you send amount_asset",
    r"send either",
    # Lists are cut at their commas and trimmed, and characters have classes that not every language knows.
    r"must be 1 to \d+ values separated by commas",
    r"must be 1 to \d+ (printable )?characters",
    r"must not be blank",
    r"must be 0 to \d+ (printable )?characters",
    # Zero has many forms as decimal text, and digits are counted without the point.
    r"must be greater than 0",
    r"must have at most 78 digits",
    # Amounts are exact: numbers that a double cannot hold are sent as text, with as many decimals as the asset has.
    r"must be written without an exponent",
    r"may have at most 15 significant digits",
    r"must have at most \d+ decimal places",
    # Checksums, signed messages, addresses and ranges of addresses.
    r"EIP-55",
    r"EIP-4361",
    r"must be an IPv4 or IPv6 address",
    r"must be a URL, such as",
    # A cursor is made and checked by the service; its form alone does not make it one.
    r"must be the value of meta.next_after",
    # A search that needs the beginning of one of two things.
    r"must not contain control characters",
    r"must be the start of a user id",
    r"matches more than",
]
ALLOWED = re.compile("|".join(RULES))


def is_refusal_by_state(case, response, error):
    declared = case.operation.definition.raw.get("x-error-codes", [])
    return response.status_code == 422 and error.get("code") in declared


def is_refusal_by_rule(response, error):
    issues = error.get("details", {}).get("issues", [])
    return response.status_code == 400 and issues and all(ALLOWED.search(issue["message"]) for issue in issues)


def is_missing_endpoint(response, error):
    """The service's statuses are few: a method that a path does not have is an endpoint that there is not."""
    return response.status_code == 404 and error.get("code") == "not_found"


# Ids in answers that repeat an earlier one: what they name may have been taken away meanwhile.
repeated = set()


@schemathesis.hook
def after_call(context, case, response):
    if "idempotent-replayed" in response.headers:
        repeated.add((response.json().get("data") or {}).get("id"))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether it is a failure."""
    if isinstance(failure, RejectedPositiveData):
        error = response.json().get("error", {})
        return not (is_refusal_by_state(case, response, error) or is_refusal_by_rule(response, error))
    if isinstance(failure, UnsupportedMethodResponse):
        return not is_missing_endpoint(response, response.json().get("error", {}))
    if isinstance(failure, EnsureResourceAvailability):
        return repeated.isdisjoint((case.path_parameters or {}).values())
    return True
