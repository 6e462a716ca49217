import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';

/**
 * How long a turn keeps others back at most: enough for one read and one transaction. It is a courtesy and no lock: it
 * decides who waits, never what is right, so that a holder who dies, or a clock that is off, costs time only.
 */
export const TURN_MS = 1_000;

/** Part of the condition under which an owner's head may be replaced: that nobody else has the turn. */
export const TURN_CONDITION =
  '(attribute_not_exists(turn_until_ms) OR turn_until_ms < :turn_now OR turn = :turn_holder)';

/** The values that `TURN_CONDITION` names. */
export function turnValues(holder: string, nowMs: number) {
  return { ':turn_now': nowMs, ':turn_holder': holder };
}

async function updated(table: Table, update: Omit<UpdateCommand['input'], 'TableName'>): Promise<boolean> {
  try {
    await table.client.send(new UpdateCommand({ TableName: table.name, ...update }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Takes the turn on an owner's head, for a movement that others have overtaken; false when another has it. */
export function takeTurn(table: Table, ownerId: string, holder: string, nowMs: number): Promise<boolean> {
  return updated(table, {
    Key: ITEMS.ledgerHead.key({ owner: ownerId }),
    UpdateExpression: 'SET turn = :turn_holder, turn_until_ms = :turn_until',
    ConditionExpression: `attribute_exists(pk) AND ${TURN_CONDITION}`,
    ExpressionAttributeValues: { ...turnValues(holder, nowMs), ':turn_until': nowMs + TURN_MS },
  });
}

/** Gives back a turn that led to no booking; a booking gives it back by itself. */
export async function releaseTurn(table: Table, ownerId: string, holder: string): Promise<void> {
  await updated(table, {
    Key: ITEMS.ledgerHead.key({ owner: ownerId }),
    UpdateExpression: 'REMOVE turn, turn_until_ms',
    ConditionExpression: 'turn = :turn_holder',
    ExpressionAttributeValues: { ':turn_holder': holder },
  });
}
