import { expect, test } from 'vitest';
import { CONNECTION_STATUSES } from '../../../shared/wallets/contract/connection.ts';
import { findAllowedStatuses } from '../../../shared/wallets/domain/connection.ts';

const pairs = CONNECTION_STATUSES.flatMap((from) => CONNECTION_STATUSES.map((to) => `${from} -> ${to}`));
const listAllowedTransitions = (actor: 'owner' | 'admin') =>
  pairs.filter((pair) => {
    const [from, to] = pair.split(' -> ');
    return CONNECTION_STATUSES.some(
      (status) => status === from && findAllowedStatuses(actor, status).some((next) => next === to),
    );
  });

test('the only status change that an account may make to its wallet connection is a removal request', () => {
  expect(listAllowedTransitions('owner')).toEqual(['active -> removal_requested']);
});

test('an administrator can decide on removal requests, and can suspend, reinstate and remove wallet connections', () => {
  expect(listAllowedTransitions('admin')).toEqual([
    'active -> suspended',
    'active -> removed',
    'removal_requested -> active',
    'removal_requested -> suspended',
    'removal_requested -> removed',
    'suspended -> active',
    'suspended -> removed',
  ]);
});
