"""Lists the rejections of valid requests that schemathesis must accept, and checks methods that a path lacks.

All checks of schemathesis are on. The OpenAPI document says which requests are well formed, not which can be carried
out. A rejection with 422 is accepted if the operation declares its error code. A rejection with 400 is accepted if each
of its issues is a rule below, which no JSON schema can express. Any other rejection of a valid request is a failure.

A repeat with the same Idempotency-Key may return an item that was deleted meanwhile.
"""

import re

import schemathesis
from schemathesis.openapi.checks import EnsureResourceAvailability, RejectedPositiveData, UnsupportedMethodResponse

# Rules that a JSON schema cannot express, with the reason.
RULES = [
    # The supported values depend on the market and on the deployment.
    r"is not a supported chain",
    r"is not the asset of this strategy",
    r"is not supported for balances",
    r"must be one of 1, 10, 137",
    # The value of an amount depends on the price of its asset.
    r"must be worth .+; the amount that you sent is worth",
    # Days that do not exist, and the order of two times.
    r"must be a date \(2026-03-31\)",
    r"must be an ISO 8601",
    r"must not be later than the value of the parameter",
    r"must be (in the future|later)",
    # The shares of a wallet in a vault belong to one sub-account.
    r"must be left out, because this wallet already invests in this vault",
    r"must be the user_id for which this wallet already invests",
    # Parameters that are valid only together with others.
    r"is allowed only with group_by=",
    r"is allowed only with (from_)?strategy_id",
    r"is not allowed when kind is",
    r"is required for",
    r"is required when (kind is|you send amount_asset)",
    r"send either (amount|investment_id)",
    # Lists are split at commas and trimmed, and not every language knows all classes of characters.
    r"must be 1 to \d+ values separated by commas",
    r"must be 1 to \d+ (printable )?characters",
    r"must contain a visible character",
    r"must be 0 to \d+ (printable )?characters",
    # Zero has many decimal forms, and the decimal point does not count as a digit.
    r"must be greater than 0",
    r"must have at most 78 digits",
    # Amounts are exact. Numbers beyond the precision of a double are sent as text, with the decimals of the asset.
    r"must be written without an exponent",
    r"must be a JSON number of at most 15 significant digits",
    r"must have at most \d+ decimal places",
    # Checksums, signed messages, IP addresses and ranges.
    r"EIP-55",
    r"EIP-4361",
    r"must be an IPv4 or IPv6 address",
    r"is an IPv4 range in IPv6 notation",
    r"must be a URL, such as",
    # Only the service can create a valid cursor.
    r"must be the value of meta.next_after",
    # A search must be the start of a user id or of a wallet address.
    r"must not contain control characters",
    r"must be the start of a user id",
    # A cursor is text that an earlier answer of the same list contains.
    r"must be the value of meta.next_after",
    r"matches more than",
]
ALLOWED_ISSUES = re.compile("|".join(RULES))


def is_rejected_by_state(case, response, error):
    declared = case.operation.definition.raw.get("x-error-codes", [])
    return response.status_code == 422 and error.get("code") in declared


def is_rejected_by_rule(response, error):
    issues = error.get("details", {}).get("issues", [])
    return response.status_code == 400 and issues and all(ALLOWED_ISSUES.search(issue["message"]) for issue in issues)


def is_missing_endpoint(response, error):
    """Returns whether the service answers 404 for a method that the path does not have."""
    return response.status_code == 404 and error.get("code") == "not_found"


# Ids in replayed answers. Their items may have been deleted meanwhile.
replayed_ids = set()


@schemathesis.hook
def after_call(context, case, response):
    if "idempotent-replayed" in response.headers:
        replayed_ids.add((response.json().get("data") or {}).get("id"))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Returns whether a failure of schemathesis counts."""
    if isinstance(failure, RejectedPositiveData):
        error = response.json().get("error", {})
        return not (is_rejected_by_state(case, response, error) or is_rejected_by_rule(response, error))
    if isinstance(failure, UnsupportedMethodResponse):
        return not is_missing_endpoint(response, response.json().get("error", {}))
    if isinstance(failure, EnsureResourceAvailability):
        return replayed_ids.isdisjoint((case.path_parameters or {}).values())
    return True
