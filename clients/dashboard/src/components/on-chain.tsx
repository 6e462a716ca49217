import { buildExplorerUrl } from '../design/explorers.ts';
import { shortenAddressOrId } from '../design/format.ts';
import { ExternalLink } from './external-link.tsx';

/** Shows a shortened address or transaction hash. It links to a block explorer if one is known for the chain. */
export function OnChainReference({
  chainId,
  kind,
  value,
}: {
  chainId: number | null;
  kind: 'address' | 'tx';
  value: string;
}) {
  const page = buildExplorerUrl(chainId, kind, value);
  const text = (
    <code className="on-chain" title={value}>
      {shortenAddressOrId(value)}
    </code>
  );
  return page === undefined ? text : <ExternalLink href={page}>{text}</ExternalLink>;
}
