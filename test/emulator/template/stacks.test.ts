import { expect, test } from 'vitest';
import * as z from 'zod';
import { resolveStacks, resourcesOfType, templateSchema } from '../../../infra/emulator/template/stacks.ts';

function resources(template: unknown, parameters: Record<string, string> = {}) {
  return resolveStacks([{ name: 'App', template: templateSchema.parse(template) }], parameters);
}

test('a resource without a given name gets the same generated physical id each time', () => {
  const template = {
    Resources: {
      Named: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'my-table' } },
      Unnamed: { Type: 'AWS::DynamoDB::Table' },
      Api: { Type: 'AWS::ApiGateway::RestApi' },
    },
  };
  const [named, unnamed, api] = resources(template);
  expect(named?.physicalId).toBe('my-table');
  expect(unnamed?.physicalId).toBe('App-Unnamed');
  expect(api?.physicalId).toMatch(/^[a-z0-9]{10}$/);
  expect(resources(template)[2]?.physicalId).toBe(api?.physicalId);
});

test('a template parameter with neither a given value nor a default causes an error', () => {
  const template = {
    Parameters: { Level: { Type: 'String', Default: 'info' }, Needed: { Type: 'String' } },
    Resources: {
      A: { Type: 'X', Properties: { Level: { Ref: 'Level' } } },
      B: { Type: 'Y', Properties: { Needed: { Ref: 'Needed' } } },
    },
  };
  const [a, b] = resources(template);
  expect(a?.resolve()).toEqual({ Level: 'info' });
  expect(() => b?.resolve()).toThrow(/Needed/);
  expect(resources(template, { Level: 'debug' })[0]?.resolve()).toEqual({ Level: 'debug' });
});

test('a resource whose Condition is false is not among the resources of the stack', () => {
  const template = {
    Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
    Resources: { A: { Type: 'X', Condition: 'Never' }, B: { Type: 'X' } },
  };
  expect(resources(template).map(({ logicalId }) => logicalId)).toEqual(['B']);
});

test('a stack imports the exported value of another stack', () => {
  const data = templateSchema.parse({
    Resources: { Table: { Type: 'AWS::DynamoDB::Table' } },
    Outputs: {
      T: {
        Value: { Ref: 'Table' },
        Export: { Name: { 'Fn::Join': [':', [{ Ref: 'AWS::StackName' }, 'Table']] } },
      },
    },
  });
  const api = templateSchema.parse({
    Resources: { Reader: { Type: 'X', Properties: { Name: { 'Fn::ImportValue': 'Data:Table' } } } },
  });
  const found = resolveStacks([
    { name: 'Api', template: api },
    { name: 'Data', template: data },
  ]);
  expect(found[0]?.resolve()).toEqual({ Name: 'Data-Table' });
});

test('the error about invalid properties of a resource names the resource', () => {
  const found = resources({ Resources: { Odd: { Type: 'X', Properties: { Size: 'big' } } } });
  expect(() => resourcesOfType(found, 'X', z.object({ Size: z.number() }))).toThrow(/X Odd: Size/);
});

test('a resource type that the local server does not use may contain unknown intrinsic functions', () => {
  const found = resources({ Resources: { Odd: { Type: 'X', Properties: { A: { 'Fn::Transform': {} } } } } });
  expect(found).toHaveLength(1);
});
