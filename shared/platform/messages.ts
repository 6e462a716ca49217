import * as z from 'zod/mini';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  record: 'a JSON object',
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  datetime: 'an ISO 8601 time with a time zone, such as 2026-03-31T12:00:00Z',
  date: 'a date, such as 2026-03-31',
  url: 'a URL that begins with https:// or http://',
};

const SIZE_UNITS: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' items',
  set: ' items',
};

function formatLimitMessage(
  issue: { origin: string; inclusive?: boolean | undefined },
  word: string,
  limit: unknown,
): string {
  const unit = SIZE_UNITS[issue.origin];
  const relationText =
    issue.inclusive === false ? `${word === 'least' ? 'more' : 'less'} than` : `at ${word}`;
  return `must ${unit === undefined ? 'be' : 'have'} ${relationText} ${String(limit)}${unit ?? ''}`;
}

/** Returns the message for a broken rule if the rule's schema has no message. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return formatLimitMessage(issue, 'least', issue.minimum);
    case 'too_big':
      return formatLimitMessage(issue, 'most', issue.maximum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `must be ${FORMAT_NAMES[issue.format] ?? `text in the format ${issue.format}`}`;
    case 'unrecognized_keys':
      return `unknown fields: ${issue.keys.join(', ')}`;
    default:
      return 'has a value that is not allowed; the API reference lists the allowed values';
  }
}

// Without this setting, zod/mini uses the message "Invalid input" for every rule without a message.
z.config({ localeError: defaultMessage });
