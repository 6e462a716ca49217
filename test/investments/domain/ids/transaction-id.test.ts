import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KNOWN_CHAINS } from '../../../../shared/chain/contract/chains.ts';
import { CHAIN_EVENT_TYPES } from '../../../../shared/investments/contract/investment.ts';
import { getTransactionRoute } from '../../../../shared/investments/contract/transactions/get-transaction.ts';
import {
  entryIdOf,
  eventIdOf,
  parseEntryId,
  parseEventId,
} from '../../../../shared/investments/domain/ids/transaction-id.ts';

const address = fc.stringMatching(/^0x[0-9a-f]{40}$/).map((text): `0x${string}` => `0x${text.slice(2)}`);
const number = fc.integer({ min: 1, max: 999_999_999_999 });

test('the id of a vault event can be parsed back to its chain, vault, wallet, event type and event number', () => {
  const at = fc.record({
    chain: fc.constantFrom(...KNOWN_CHAINS),
    vault: address,
    wallet: address,
    type: fc.constantFrom(...CHAIN_EVENT_TYPES),
    number,
  });
  fc.assert(
    fc.property(at, (event) => {
      const id = eventIdOf(event);
      expect(parseEventId(id)).toEqual(event);
      expect(getTransactionRoute.params?.parse({ id })).toEqual({ id });
      expect(parseEntryId(id)).toBeUndefined();
    }),
  );
});

test('a sandbox transaction id or a random text is not accepted as the id of a vault event', () => {
  fc.assert(
    fc.property(fc.string(), number, (text, sequence) => {
      expect(parseEventId(`txn_${text}`)).toBeUndefined();
      expect(parseEventId(entryIdOf('txn_0000000000000000', text, sequence))).toBeUndefined();
    }),
  );
});
