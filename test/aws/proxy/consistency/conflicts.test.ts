import { describe, expect, test } from 'vitest';
import { type Begun, Conflicts } from './conflicts.ts';

function release(begun: Begun): void {
  if (begun.kind !== 'begun') throw new Error(`It was not begun: ${begun.kind}`);
  begun.release();
}

describe('a transaction', () => {
  test('is cancelled by another one on one of its items, which it names', () => {
    const conflicts = new Conflicts();
    conflicts.beginTransaction(['a', 'b']);
    expect(conflicts.beginTransaction(['x', 'b', 'y'])).toEqual({
      kind: 'conflict',
      marked: [false, true, false],
    });
  });

  test('holds nothing when it is cancelled', () => {
    const conflicts = new Conflicts();
    conflicts.beginTransaction(['a']);
    conflicts.beginTransaction(['a', 'b']);
    expect(conflicts.beginTransaction(['b']).kind).toBe('begun');
  });

  test('lets the next one begin once it has ended', () => {
    const conflicts = new Conflicts();
    release(conflicts.beginTransaction(['a']));
    expect(conflicts.beginTransaction(['a']).kind).toBe('begun');
  });

  test('goes on beside one on other items', () => {
    const conflicts = new Conflicts();
    conflicts.beginTransaction(['a']);
    expect(conflicts.beginTransaction(['b']).kind).toBe('begun');
  });

  test('is cancelled by a write that is under way, until the last of them has ended', () => {
    const conflicts = new Conflicts();
    const first = conflicts.beginWrites(['a']);
    const second = conflicts.beginWrites(['a']);
    first.release();
    expect(conflicts.beginTransaction(['a'])).toEqual({ kind: 'conflict', marked: [true] });
    second.release();
    expect(conflicts.beginTransaction(['a']).kind).toBe('begun');
  });

  test('is in progress for whoever sends it again with its token, and no longer when it has ended', () => {
    const conflicts = new Conflicts();
    const begun = conflicts.beginTransaction(['a'], 'token');
    expect(conflicts.beginTransaction(['a'], 'token')).toEqual({ kind: 'in-progress' });
    release(begun);
    expect(conflicts.beginTransaction(['a'], 'token').kind).toBe('begun');
  });
});

describe('a write', () => {
  test('is refused while its item is part of a transaction, and the others of its batch are not', () => {
    const conflicts = new Conflicts();
    const transaction = conflicts.beginTransaction(['a']);
    expect(conflicts.beginWrites(['a', 'b']).marked).toEqual([true, false]);
    release(transaction);
    expect(conflicts.beginWrites(['a']).marked).toEqual([false]);
  });

  test('that was refused holds nothing', () => {
    const conflicts = new Conflicts();
    const transaction = conflicts.beginTransaction(['a']);
    conflicts.beginWrites(['a']);
    release(transaction);
    expect(conflicts.beginTransaction(['a']).kind).toBe('begun');
  });

  test('never waits for another write', () => {
    const conflicts = new Conflicts();
    conflicts.beginWrites(['a']);
    expect(conflicts.beginWrites(['a']).marked).toEqual([false]);
  });
});

describe('a transactional read', () => {
  test('is cancelled by a transaction and by a write on one of its items', () => {
    const conflicts = new Conflicts();
    conflicts.beginTransaction(['a']);
    conflicts.beginWrites(['b']);
    expect(conflicts.readTransaction(['a', 'b', 'c'])).toEqual([true, true, false]);
  });

  test('is in nobody’s way', () => {
    const conflicts = new Conflicts();
    conflicts.readTransaction(['a']);
    expect(conflicts.beginTransaction(['a']).kind).toBe('begun');
  });
});
