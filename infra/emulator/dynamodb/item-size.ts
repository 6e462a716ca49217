import type { AttributeValue } from '@aws-sdk/client-dynamodb';

const utf8 = (text: string) => Buffer.byteLength(text);

/** "Approximately", as DynamoDB's documentation says: a byte for each two significant digits, one more, one for a minus. */
function numberSize(text: string): number {
  const [mantissa = ''] = text.split(/e/i);
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;
  return 1 + Math.ceil(digits / 2) + (text.startsWith('-') ? 1 : 0);
}

const sum = <T>(values: readonly T[], size: (value: T) => number) =>
  values.reduce((total, value) => total + size(value), 0);

/** Each element of a list or map costs a byte on top of its own size. */
const ELEMENT = 1;
const CONTAINER = 3;

function valueSize(value: AttributeValue): number {
  if (value.S !== undefined) return utf8(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return value.B.length;
  if (value.SS !== undefined) return sum(value.SS, utf8);
  if (value.NS !== undefined) return sum(value.NS, numberSize);
  if (value.BS !== undefined) return sum(value.BS, (bytes) => bytes.length);
  if (value.L !== undefined) return CONTAINER + sum(value.L, (element) => ELEMENT + valueSize(element));
  if (value.M !== undefined) {
    return (
      CONTAINER + sum(Object.entries(value.M), ([name, element]) => ELEMENT + utf8(name) + valueSize(element))
    );
  }
  return 1;
}

/**
 * Bytes of an item by DynamoDB's rules, names included; a number may be a byte more or less
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export function itemSize(item: Readonly<Record<string, AttributeValue>>): number {
  return sum(Object.entries(item), ([name, value]) => utf8(name) + valueSize(value));
}
