import type { ProtocolFacts } from '../../strategies/contract/responses.ts';

export interface ProtocolListing {
  /** The source's id of the protocol. The list of hacks refers to this id. */
  readonly id: string;
  /** The name of the protocol in pool lists. */
  readonly slug: string;
  readonly listedSinceMs: number | null;
  readonly audits: ProtocolFacts['audits'];
}

export interface Hack {
  readonly protocolId: string;
  readonly hackedAtMs: number;
  readonly amountUsd: number | null;
  readonly returnedUsd: number | null;
  readonly technique: string | null;
}

/**
 * Returns the facts of each protocol by its name in pool lists. If `hacks` is undefined, the field `hacks` of all facts
 * is null.
 */
export function buildProtocolFacts(
  protocolListings: readonly ProtocolListing[],
  hacks: readonly Hack[] | undefined,
): ReadonlyMap<string, ProtocolFacts> {
  const hacksByProtocolId = Map.groupBy(hacks ?? [], ({ protocolId }) => protocolId);
  return new Map(
    protocolListings.map(({ id, slug, listedSinceMs, audits }) => [
      slug.toLowerCase(),
      {
        listed_since: listedSinceMs === null ? null : new Date(listedSinceMs).toISOString(),
        audits,
        hacks:
          hacks === undefined
            ? null
            : (hacksByProtocolId.get(id) ?? [])
                .toSorted((a, b) => b.hackedAtMs - a.hackedAtMs)
                .map(({ hackedAtMs, amountUsd, returnedUsd, technique }) => ({
                  date: new Date(hackedAtMs).toISOString(),
                  amount: amountUsd,
                  returned: returnedUsd,
                  technique,
                })),
      },
    ]),
  );
}
