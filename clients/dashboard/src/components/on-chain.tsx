import { explorerPage } from '../design/explorers.ts';
import { short } from '../design/format.ts';

/** An address or a transaction hash in short form, with a link to a block explorer where one is known. */
export function OnChain({
  chainId,
  kind,
  value,
}: {
  chainId: number | null;
  kind: 'address' | 'tx';
  value: string;
}) {
  const page = explorerPage(chainId, kind, value);
  const text = <code title={value}>{short(value)}</code>;
  return page === undefined ? (
    text
  ) : (
    <a href={page} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
