import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Capacity units that were consumed since the meter was started. */
export interface CapacityMeter {
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Removes the meter from the client. */
  stop(): void;
}

const MIDDLEWARE_NAME = 'capacityMeter';
const READ_COMMAND_PATTERN = /^(Get|BatchGet|TransactGet|Query|Scan)/;

/**
 * Counts the capacity units that all commands of a client consume from now on. A client can have only one
 * meter at a time.
 */
export function startCapacityMeter(client: DynamoDBDocumentClient): CapacityMeter {
  const capacityTotals = { readUnits: 0, writeUnits: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const consumedUnits = capacityUnitsOf(result.output);
      if (READ_COMMAND_PATTERN.test(context.commandName ?? '')) capacityTotals.readUnits += consumedUnits;
      else capacityTotals.writeUnits += consumedUnits;
      return result;
    },
    { step: 'initialize', name: MIDDLEWARE_NAME, override: true },
  );
  return {
    get readUnits() {
      return capacityTotals.readUnits;
    },
    get writeUnits() {
      return capacityTotals.writeUnits;
    },
    stop: () => {
      client.middlewareStack.remove(MIDDLEWARE_NAME);
    },
  };
}

/** Returns the capacity units of one response. The response may contain the units of several tables. */
function capacityUnitsOf(commandOutput: object): number {
  const consumedCapacity: unknown =
    'ConsumedCapacity' in commandOutput ? commandOutput.ConsumedCapacity : undefined;
  const consumedCapacities: unknown[] = Array.isArray(consumedCapacity)
    ? consumedCapacity
    : [consumedCapacity];
  return consumedCapacities.reduce<number>((sum, capacity) => {
    const hasCapacityUnits = typeof capacity === 'object' && capacity !== null && 'CapacityUnits' in capacity;
    return (
      sum + (hasCapacityUnits && typeof capacity.CapacityUnits === 'number' ? capacity.CapacityUnits : 0)
    );
  }, 0);
}
