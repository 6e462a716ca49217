import { describe, expect, test } from 'vitest';
import { Conflicts, type StartResult } from './conflicts.ts';

function release(begun: StartResult): void {
  if (begun.kind !== 'begun') throw new Error(`It was not begun: ${begun.kind}`);
  begun.release();
}

describe('a transaction in the simulated DynamoDB', () => {
  test('a transaction is cancelled if another transaction uses one of its items', () => {
    const conflicts = new Conflicts();
    conflicts.beginTransaction(['a', 'b']);
    expect(conflicts.beginTransaction(['x', 'b', 'y'])).toEqual({
      kind: 'conflict',
      marked: [false, true, false],
    });
  });

  test('a cancelled transaction locks no item', () => {
    const conflicts = new Conflicts();
    conflicts.beginTransaction(['a']);
    conflicts.beginTransaction(['a', 'b']);
    expect(conflicts.beginTransaction(['b']).kind).toBe('begun');
  });

  test('a transaction can start after another transaction on the same item has ended', () => {
    const conflicts = new Conflicts();
    release(conflicts.beginTransaction(['a']));
    expect(conflicts.beginTransaction(['a']).kind).toBe('begun');
  });

  test('a transaction can run at the same time as a transaction on other items', () => {
    const conflicts = new Conflicts();
    conflicts.beginTransaction(['a']);
    expect(conflicts.beginTransaction(['b']).kind).toBe('begun');
  });

  test('a transaction is cancelled while a single write on one of its items runs', () => {
    const conflicts = new Conflicts();
    const first = conflicts.beginWrites(['a']);
    const second = conflicts.beginWrites(['a']);
    first.release();
    expect(conflicts.beginTransaction(['a'])).toEqual({ kind: 'conflict', marked: [true] });
    second.release();
    expect(conflicts.beginTransaction(['a']).kind).toBe('begun');
  });

  test('a transaction is rejected as in progress while another transaction with the same client request token runs', () => {
    const conflicts = new Conflicts();
    const begun = conflicts.beginTransaction(['a'], 'token');
    expect(conflicts.beginTransaction(['a'], 'token')).toEqual({ kind: 'in-progress' });
    release(begun);
    expect(conflicts.beginTransaction(['a'], 'token').kind).toBe('begun');
  });
});

describe('a single write in the simulated DynamoDB', () => {
  test('a single write is rejected while a DynamoDB transaction uses the item of the write', () => {
    const conflicts = new Conflicts();
    const transaction = conflicts.beginTransaction(['a']);
    expect(conflicts.beginWrites(['a', 'b']).marked).toEqual([true, false]);
    release(transaction);
    expect(conflicts.beginWrites(['a']).marked).toEqual([false]);
  });

  test('a rejected write locks no item', () => {
    const conflicts = new Conflicts();
    const transaction = conflicts.beginTransaction(['a']);
    conflicts.beginWrites(['a']);
    release(transaction);
    expect(conflicts.beginTransaction(['a']).kind).toBe('begun');
  });

  test('a single write is accepted while another write of the same item runs', () => {
    const conflicts = new Conflicts();
    conflicts.beginWrites(['a']);
    expect(conflicts.beginWrites(['a']).marked).toEqual([false]);
  });
});

describe('a transactional read in the simulated DynamoDB', () => {
  test('a transactional read is cancelled if a transaction or a write uses one of its items', () => {
    const conflicts = new Conflicts();
    conflicts.beginTransaction(['a']);
    conflicts.beginWrites(['b']);
    expect(conflicts.readTransaction(['a', 'b', 'c'])).toEqual([true, true, false]);
  });

  test('a transactional read blocks no other call', () => {
    const conflicts = new Conflicts();
    conflicts.readTransaction(['a']);
    expect(conflicts.beginTransaction(['a']).kind).toBe('begun');
  });
});
