/** Returns whether a minute (UTC) matches the cron expression. */
export type CronMatcher = (date: Date) => boolean;

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface CronField {
  name: string;
  low: number;
  high: number;
  /**
   * Names that an expression may contain instead of numbers, such as `MON`. The first name stands for the
   * number `low`.
   */
  names?: readonly string[];
  read: (date: Date) => number;
}

/** The fields of an EventBridge cron expression, in order. Days of the week count from Sunday = 1. */
const CRON_FIELDS: readonly CronField[] = [
  { name: 'minutes', low: 0, high: 59, read: (date) => date.getUTCMinutes() },
  { name: 'hours', low: 0, high: 23, read: (date) => date.getUTCHours() },
  { name: 'day of month', low: 1, high: 31, read: (date) => date.getUTCDate() },
  { name: 'month', low: 1, high: 12, names: MONTHS, read: (date) => date.getUTCMonth() + 1 },
  { name: 'day of week', low: 1, high: 7, names: DAYS, read: (date) => date.getUTCDay() + 1 },
  { name: 'year', low: 1970, high: 2199, read: (date) => date.getUTCFullYear() },
];

function lastDayOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

function parseValue(field: CronField, text: string): number {
  const nameIndex = field.names?.indexOf(text.toUpperCase()) ?? -1;
  const value = nameIndex >= 0 ? nameIndex + field.low : Number(text);
  if (!Number.isInteger(value) || value < field.low || value > field.high) {
    throw new Error(`'${text}' is not a value for ${field.name}.`);
  }
  return value;
}

/** Parses one element of a comma-separated list: a value or a range, with or without a step. */
function parseListElement(field: CronField, part: string): CronMatcher {
  if (part === 'L' && field.name === 'day of month') {
    return (date) => date.getUTCDate() === lastDayOfMonth(date);
  }
  const [rangeText = '', stepText] = part.split('/');
  const step = stepText === undefined ? 1 : Number(stepText);
  if (!Number.isInteger(step) || step < 1) throw new Error(`The step in '${part}' is not a whole number.`);
  const [first, last] = rangeText === '*' ? [String(field.low), String(field.high)] : rangeText.split('-');
  const low = parseValue(field, first ?? '');
  const isSingleValue = last === undefined && stepText === undefined;
  const high = isSingleValue ? low : parseValue(field, last ?? String(field.high));
  return (date) => {
    const value = field.read(date);
    return value >= low && value <= high && (value - low) % step === 0;
  };
}

/**
 * Parses an EventBridge cron expression: `minutes hours day-of-month month day-of-week year`.
 *
 * @throws Error for invalid values and for `W` and `#`, which are not supported
 */
export function parseCron(cronExpression: string): CronMatcher {
  const parts = cronExpression.trim().split(/\s+/);
  if (parts.length !== CRON_FIELDS.length) throw new Error(`'${cronExpression}' must have six fields.`);
  const fieldMatchers = CRON_FIELDS.map((field, index): CronMatcher => {
    const text = parts[index] ?? '';
    if (text === '*' || text === '?') return () => true;
    const elementMatchers = text.split(',').map((part) => parseListElement(field, part));
    return (date) => elementMatchers.some((matchesField) => matchesField(date));
  });
  return (date) => fieldMatchers.every((matchesField) => matchesField(date));
}
