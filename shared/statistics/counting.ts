import * as z from 'zod';
import { credentialItem } from '../access/credentials.ts';
import { userItem } from '../accounts/users.ts';
import { decodePosition, entryCodec } from '../investments/domain/codec.ts';
import type { Key } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { ITEMS } from '../platform/dynamodb/table.ts';
import { connectionItem } from '../wallets/connections.ts';
import { countKey, countMovement, countPosition, countUser, countWallet } from './domain/counting.ts';
import { type Figure, progress, replacement } from './domain/figures.ts';
import { hourGroup } from './domain/periods.ts';
import { countObservations, type Ledger, type Observation, readGeneration } from './store/counters.ts';

/** A state of an item, from the stream or from the table itself; no image: it was deleted. */
export interface ItemState {
  readonly key: Key;
  /** Orders the states of one item, as text. */
  readonly order: string;
  readonly atMs: number;
  readonly image: Readonly<Record<string, unknown>> | undefined;
}

interface Kind {
  readonly template: { readonly pk: string; readonly sk: string };
  readonly figures: (image: unknown) => Figure[];
  /** Written once and never changed. */
  readonly isFinal?: boolean;
}

const user = userItem.pick({ plan: true, role: true });
const apiKey = credentialItem.pick({ kind: true, status: true, expires_micros: true });
const wallet = connectionItem.pick({ status: true });

/** What the statistics count, by the kind of item. */
const KINDS: readonly Kind[] = [
  { template: ITEMS.user.template, figures: (image) => countUser(user.parse(image)) },
  { template: ITEMS.credential.template, figures: (image) => countKey(apiKey.parse(image)) },
  { template: ITEMS.walletConnection.template, figures: (image) => countWallet(wallet.parse(image)) },
  {
    template: ITEMS.ledgerPosition.template,
    figures: (image) => countPosition(decodePosition(image)),
  },
  {
    template: ITEMS.ledgerEntry.template,
    figures: (image) => countMovement(entryCodec.decode(image)),
    isFinal: true,
  },
];

const meter = z.object({ requests_used: z.int(), requests_refused: z.int() });

function meterFigures(image: unknown): Figure[] {
  const { requests_used, requests_refused } = meter.parse(image);
  return [
    { group: '', name: 'admitted', value: BigInt(requests_used) },
    { group: '', name: 'refused', value: BigInt(requests_refused) },
  ];
}

/** Items that count requests, each as a meter that only runs forward. */
const METERS: readonly Kind[] = [ITEMS.credential, ITEMS.sourceBucket].map(({ template }) => ({
  template,
  figures: meterFigures,
}));

/** The first characters of a template, up to its first variable; all of it without one. */
const fixedPart = (template: string) => template.split('{')[0] ?? template;
const fits = (template: string, text: string) =>
  template.includes('{') ? text.startsWith(fixedPart(template)) : text === template;

function kindOf(kinds: readonly Kind[], { pk, sk }: Key): Kind | undefined {
  return kinds.find(({ template }) => fits(template.pk, pk) && fits(template.sk, sk));
}

/** Partition-key prefixes of all items that the statistics follow. */
export const FOLLOWED_PREFIXES = [
  ...new Set([...KINDS, ...METERS].map(({ template }) => fixedPart(template.pk))),
];

function observationsOf(kinds: readonly Kind[], states: readonly ItemState[]): Observation[] {
  return states.flatMap((state) => {
    const kind = kindOf(kinds, state.key);
    if (kind === undefined) return [];
    const { key, order, atMs, image } = state;
    const isFinal = image === undefined || kind.isFinal === true;
    return [{ key, order, atMs, isFinal, figures: image === undefined ? [] : kind.figures(image) }];
  });
}

/** The counters of one generation: what there is, as of the latest states. */
export function figuresLedger(generation: number): Ledger {
  return { name: String(generation), settle: replacement };
}

/** Requests by the hour in which they were counted. They cannot be counted again, so they belong to no generation. */
export const REQUESTS_LEDGER: Ledger = {
  name: 'requests',
  settle: (before, after, { atMs }) =>
    progress(before, after).map((figure) => ({ ...figure, group: hourGroup(atMs) })),
};

/** The observations that the figures are counted from, for a caller that adds them up by itself. */
export function figureObservations(states: readonly ItemState[]): Observation[] {
  return observationsOf(KINDS, states);
}

/**
 * Counts states of items as they come from the stream: repeated, out of order across items, and from several shards at
 * once. While the counters are being rebuilt, both generations are kept up to date.
 */
export async function countStates(table: Table, states: readonly ItemState[]): Promise<void> {
  const { current, building } = await readGeneration(table);
  const figures = figureObservations(states);
  for (const generation of building === undefined ? [current] : [current, building]) {
    await countObservations(table, figuresLedger(generation), figures);
  }
  await countObservations(table, REQUESTS_LEDGER, observationsOf(METERS, states));
}
