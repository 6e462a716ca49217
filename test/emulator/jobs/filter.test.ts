import { describe, expect, test } from 'vitest';
import { compileFilters } from '../../../infra/emulator/jobs/filter.ts';

const record = {
  eventName: 'INSERT',
  dynamodb: { Keys: { pk: { S: 'KEY#1' } }, NewImage: { count: { N: '12' }, tags: { SS: ['a', 'b'] } } },
};
const keys = (...rules: unknown[]) => ({ dynamodb: { Keys: { pk: { S: rules } } } });
const count = (rule: unknown) => ({ dynamodb: { NewImage: { count: { N: [rule] } } } });

describe('a record that the filter passes', () => {
  test.each([
    ['an exact value', { eventName: ['INSERT'] }],
    ['one of several values', { eventName: ['REMOVE', 'INSERT'] }],
    ['a prefix', keys({ prefix: 'KEY#' })],
    ['one of several prefixes', keys({ prefix: 'USER#' }, { prefix: 'KEY#' })],
    ['a suffix', keys({ suffix: '#1' })],
    ['a value in another letter case', keys({ 'equals-ignore-case': 'key#1' })],
    ['a value other than the excluded one', keys({ 'anything-but': ['KEY#2'] })],
    ['a number range that contains a number in text', count({ numeric: ['>', 10, '<=', 12] })],
    ['an element of a list', { dynamodb: { NewImage: { tags: { SS: ['b'] } } } }],
    ['a member that must be absent', { dynamodb: { OldImage: [{ exists: false }] } }],
    ['a member that must exist', { dynamodb: { NewImage: { count: { N: [{ exists: true }] } } } }],
    ['one of two alternatives', { $or: [{ eventName: ['REMOVE'] }, keys('KEY#1')] }],
  ])('a record passes a filter for %s', (_, pattern) => {
    expect(compileFilters([JSON.stringify(pattern)])(record)).toBe(true);
  });
});

describe('a record that the filter drops', () => {
  test.each([
    ['another value', { eventName: ['REMOVE'] }],
    ['another prefix', keys({ prefix: 'USER#' })],
    ['two values, but the record has only one of them', { ...keys('KEY#1'), eventName: ['REMOVE'] }],
    ['a number range that does not contain the number', count({ numeric: ['>', 12] })],
    ['any value except the value of the record', keys({ 'anything-but': 'KEY#1' })],
    ['a member that the record does not have', { dynamodb: { OldImage: { a: { S: ['x'] } } } }],
  ])('a record is dropped by a filter for %s', (_, pattern) => {
    expect(compileFilters([JSON.stringify(pattern)])(record)).toBe(false);
  });
});

test('the filter passes a record if at least one of its patterns matches', () => {
  const never = JSON.stringify({ eventName: ['REMOVE'] });
  expect(compileFilters([never, JSON.stringify({ eventName: ['INSERT'] })])(record)).toBe(true);
  expect(compileFilters([never])(record)).toBe(false);
  expect(compileFilters([])(record)).toBe(true);
});

test('compileFilters rejects an event filter with an unknown rule', () => {
  expect(() => compileFilters([JSON.stringify(keys({ cidr: '10.0.0.0/8' }))])).toThrow();
});
