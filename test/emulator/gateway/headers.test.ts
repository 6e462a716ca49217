import { expect, test } from 'vitest';
import {
  countHeaderBytes,
  findHeader,
  groupHeaders,
  setHeader,
} from '../../../infra/emulator/gateway/http/headers.ts';

test('the header maps of an event keep the letter case of names and the order of values', () => {
  expect(groupHeaders(['Accept', 'a', 'X-Many', '1', 'x-api-key', 'k', 'X-Many', '2'])).toEqual({
    headers: { Accept: 'a', 'X-Many': '2', 'x-api-key': 'k' },
    multiValueHeaders: { Accept: ['a'], 'X-Many': ['1', '2'], 'x-api-key': ['k'] },
  });
});

test('headers whose names differ only in letter case become one header', () => {
  const { headers, multiValueHeaders } = groupHeaders(['X-API-KEY', 'one', 'x-api-key', 'two']);
  expect(headers).toEqual({ 'X-API-KEY': 'two' });
  expect(multiValueHeaders).toEqual({ 'X-API-KEY': ['one', 'two'] });
  expect(findHeader(headers, 'x-Api-Key')).toBe('two');
});

test('headers about the connection, such as Transfer-Encoding, are not passed to the function', () => {
  const { headers } = groupHeaders([
    'Connection',
    'close',
    'Content-Length',
    '3',
    'Transfer-Encoding',
    'x',
    'A',
    'b',
  ]);
  expect(headers).toEqual({ A: 'b' });
});

test('a header may have the name of a built-in object member, such as constructor', () => {
  const { headers } = groupHeaders(['__proto__', 'x', 'constructor', 'y']);
  expect(JSON.parse(JSON.stringify(headers))).toEqual(JSON.parse('{"__proto__":"x","constructor":"y"}'));
  expect(findHeader(groupHeaders([]).headers, 'constructor')).toBeUndefined();
});

test('setHeader replaces a header whose name differs in letter case', () => {
  const target = groupHeaders(['x-forwarded-for', '1.2.3.4']);
  setHeader(target, 'X-Forwarded-For', '5.6.7.8');
  expect(target.headers).toEqual({ 'x-forwarded-for': '5.6.7.8' });
  expect(target.multiValueHeaders).toEqual({ 'x-forwarded-for': ['5.6.7.8'] });
});

test('countHeaderBytes adds the lengths of the request line and of the header values, but not of the header names', () => {
  expect(countHeaderBytes('GET / HTTP/1.1', ['A', '12345', 'B', '678'])).toBe(14 + 8);
});
