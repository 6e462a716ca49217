import { expect, test } from 'vitest';
import { buildAssignmentUpdate } from '../../../shared/platform/dynamodb/assignment.ts';

test('an update expression sets each attribute that has a value and removes each undefined attribute', () => {
  const attributes = { version: 0, limits: undefined, note: null, ttl: undefined };
  const condition = {
    condition: '#status = :active AND #version = :known',
    names: { '#status': 'status' },
    values: { ':active': 'active', ':known': 7 },
  };
  expect(buildAssignmentUpdate(attributes, condition)).toEqual({
    UpdateExpression: 'SET #version = :new_version, #note = :new_note REMOVE #limits, #ttl',
    ConditionExpression: '#status = :active AND #version = :known',
    ExpressionAttributeNames: {
      '#status': 'status',
      '#version': 'version',
      '#limits': 'limits',
      '#note': 'note',
      '#ttl': 'ttl',
    },
    ExpressionAttributeValues: { ':active': 'active', ':known': 7, ':new_version': 0, ':new_note': null },
  });
});

test('an update expression removes nothing when every attribute has a value', () => {
  expect(buildAssignmentUpdate({ name: '' }, { condition: 'attribute_exists(pk)' })).toEqual({
    UpdateExpression: 'SET #name = :new_name',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':new_name': '' },
  });
});
