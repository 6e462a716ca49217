import * as z from 'zod';
import { type Attributes, body as value } from '../wire.ts';

/** Bytes of a list or map in addition to its elements, and bytes that each element adds. */
const COLLECTION_OVERHEAD_BYTES = 3;
const ELEMENT_BYTES = 1;

const text = (value: string) => Buffer.byteLength(value);
const number = (value: string) => Math.ceil(value.replace(/\D/g, '').length / 2) + 1;
const binary = (value: string) => Buffer.from(value, 'base64').length;
const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

const map = z.record(z.string(), value);

/** Returns the bytes of one value in DynamoDB's JSON. */
function valueBytes(given: unknown): number {
  const [[type, content] = ['NULL', true]] = Object.entries(value.parse(given));
  const texts = () => z.array(z.string()).parse(content);
  switch (type) {
    case 'S':
      return text(z.string().parse(content));
    case 'N':
      return number(z.string().parse(content));
    case 'B':
      return binary(z.string().parse(content));
    case 'SS':
      return sum(texts().map(text));
    case 'NS':
      return sum(texts().map(number));
    case 'BS':
      return sum(texts().map(binary));
    case 'L':
      return sum([
        COLLECTION_OVERHEAD_BYTES,
        ...z
          .array(value)
          .parse(content)
          .map((each) => ELEMENT_BYTES + valueBytes(each)),
      ]);
    case 'M':
      return (
        COLLECTION_OVERHEAD_BYTES +
        measureItemBytes(map.parse(content)) +
        Object.keys(map.parse(content)).length
      );
    default:
      return 1;
  }
}

/**
 * Returns the bytes of an item as DynamoDB counts them
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export function measureItemBytes(item: Attributes): number {
  return sum(Object.entries(item).map(([name, given]) => text(name) + valueBytes(given)));
}
