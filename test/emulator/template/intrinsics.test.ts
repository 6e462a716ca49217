import { describe, expect, test } from 'vitest';
import {
  type Json,
  resolveIntrinsics,
  TemplateError,
  type TemplateScope,
} from '../../../infra/emulator/template/intrinsics.ts';

const scope: TemplateScope = {
  ref: (name) => `ref:${name}`,
  attribute: (logicalId, attribute) => `${logicalId}/${attribute}`,
  condition: (name) => name === 'Yes',
  mapping: (...path) => path.join('>'),
  importValue: (name) => `imported:${name}`,
};

/**
 * Returns the text with `${` in place of `#{`. The placeholders of Fn::Sub are written with `#{` here, so that nobody
 * confuses them with JavaScript's template literals.
 */
const dollars = (text: string) => text.replaceAll('#{', '${');

describe('intrinsic functions of a template', () => {
  const cases: [name: string, value: Json, expected: Json][] = [
    ['plain values', { a: [1, 'x', null, true] }, { a: [1, 'x', null, true] }],
    ['Ref', { Ref: 'Table' }, 'ref:Table'],
    ['Fn::GetAtt as a list', { 'Fn::GetAtt': ['Fn', 'Arn'] }, 'Fn/Arn'],
    ['Fn::GetAtt as a path', { 'Fn::GetAtt': 'Fn.Nested.Arn' }, 'Fn/Nested.Arn'],
    ['Fn::Join', { 'Fn::Join': ['-', ['a', { Ref: 'B' }, 1]] }, 'a-ref:B-1'],
    ['Fn::Sub', { 'Fn::Sub': dollars('#{A}/#{B.Arn}/#{!C}') }, dollars('ref:A/B/Arn/#{C}')],
    ['Fn::Sub with variables', { 'Fn::Sub': [dollars('#{X}#{A}'), { X: { Ref: 'Y' } }] }, 'ref:Yref:A'],
    ['Fn::Select of Fn::Split', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    ['Fn::If', { 'Fn::If': ['Yes', 'then', 'else'] }, 'then'],
    ['Fn::If without the condition', { 'Fn::If': ['No', 'then', { Ref: 'E' }] }, 'ref:E'],
    ['conditions', { 'Fn::And': [{ 'Fn::Equals': ['a', 'a'] }, { 'Fn::Not': [{ Condition: 'No' }] }] }, true],
    ['Fn::Or', { 'Fn::Or': [{ 'Fn::Equals': ['a', 'b'] }, { Condition: 'No' }] }, false],
    ['Fn::FindInMap', { 'Fn::FindInMap': ['M', { Ref: 'R' }, 'k'] }, 'M>ref:R>k'],
    ['Fn::Base64', { 'Fn::Base64': 'abc' }, 'YWJj'],
    ['Fn::ImportValue', { 'Fn::ImportValue': 'x' }, 'imported:x'],
    [
      'AWS::NoValue, which is removed,',
      { a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }, 1] },
      { b: [1] },
    ],
    [
      'a property named Condition as data',
      { Condition: { Bool: { 'aws:x': 'y' } } },
      { Condition: { Bool: { 'aws:x': 'y' } } },
    ],
  ];
  test.each(cases)('a template value with %s is resolved', (_, value, expected) => {
    expect(resolveIntrinsics(value, scope)).toEqual(expected);
  });
});

test('the error about an unknown intrinsic function names the function', () => {
  expect(() => resolveIntrinsics({ 'Fn::Transform': {} }, scope)).toThrow(/Fn::Transform/);
  expect(() => resolveIntrinsics({ 'Fn::Select': [5, ['a']] }, scope)).toThrow(TemplateError);
});
