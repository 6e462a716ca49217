import type { ReactNode } from 'react';
import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { type Definition, Definitions } from '../../components/definitions.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { OnChainReference } from '../../components/on-chain.tsx';
import { Card } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { useChainId } from '../../demo/demo.ts';
import { formatDays, formatKeyAsTitle, formatPercent, formatShortUsd } from '../../design/format.ts';

function LinkIfKnown({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? children : <ExternalLink href={href}>{children}</ExternalLink>;
}

const yesNoOrUnknownText = (value: boolean | null, yes: string, no: string) =>
  value === null ? 'Unknown' : value ? yes : no;

type Info = StrategiesGetData['protocol_info'];

function Audits({ audits }: { audits: Info['audits'] }) {
  if (audits === null) return 'Unknown';
  if (audits.links.length === 0) return audits.audited ? 'Yes' : 'None known';
  return audits.links.map((href, index) => (
    <span key={href} className="under">
      <ExternalLink href={href}>Audit {index + 1}</ExternalLink>
    </span>
  ));
}

/**
 * Returns the withdrawable amount as text. The data source counts only the withdrawable amount of a lending pool as
 * TVL.
 */
function withdrawableText({ withdrawable, utilisation, tvl }: StrategiesGetData): string {
  if (withdrawable === null) return 'Unknown';
  const isWholeTvlWithdrawable =
    utilisation !== null && utilisation > 0 && Math.abs(withdrawable - tvl) <= 0.01 * tvl;
  return isWholeTvlWithdrawable
    ? `${formatShortUsd(withdrawable)} (the whole TVL, because deposits that are lent out do not count as TVL)`
    : formatShortUsd(withdrawable);
}

function hacksText(hacks: Info['hacks']) {
  if (hacks === null) return 'Unknown';
  if (hacks.length === 0) return 'None';
  return hacks
    .map(
      ({ date, amount }) =>
        `${date.slice(0, 10)}${amount === null ? '' : `: ${formatShortUsd(amount)} lost`}`,
    )
    .join(', ');
}

export function Provenance({ strategy }: { strategy: StrategiesGetData }) {
  const { protocol_info, source_pool, tokens } = strategy;
  const chainId = useChainId(strategy);
  const rows: readonly Definition[] = [
    [
      'Protocol',
      <LinkIfKnown key="p" href={protocol_info.url}>
        {protocol_info.name}
      </LinkIfKnown>,
    ],
    ['Chain', formatKeyAsTitle(strategy.chain)],
    ...(strategy.vault === null
      ? []
      : [
          [
            'Vault',
            <OnChainReference key="v" chainId={chainId} kind="address" value={strategy.vault.address} />,
          ] as const,
        ]),
    ['Type', formatKeyAsTitle(strategy.strategy_type)],
    ['Assets', strategy.underlying_assets.join(', ')],
    ['Exposure', strategy.exposure === 'single' ? 'One asset' : 'Several assets'],
    ['Stablecoins', yesNoOrUnknownText(strategy.stablecoin, 'Yes', 'No')],
    ['Impermanent loss', yesNoOrUnknownText(strategy.il_risk, 'Exposed', 'Not exposed')],
    ['Minimum deposit', formatShortUsd(strategy.min_deposit)],
    [
      'Share of the deposits that is lent out',
      strategy.utilisation === null ? 'Unknown' : formatPercent(100 * strategy.utilisation),
    ],
    ['Available for withdrawal now', withdrawableText(strategy)],
    [
      'Protocol listed since',
      protocol_info.listed_since === null ? 'Unknown' : <Time key="l" at={protocol_info.listed_since} />,
    ],
    ['Audits', <Audits key="a" audits={protocol_info.audits} />],
    ['Known hacks', hacksText(protocol_info.hacks)],
    [
      'Source',
      <LinkIfKnown key="s" href={source_pool.url}>
        {formatKeyAsTitle(strategy.source)}
      </LinkIfKnown>,
    ],
    ['Updated', <Time key="o" at={strategy.as_of} />],
    ['History', formatDays(strategy.history_days)],
    [
      'Tokens',
      tokens.length === 0
        ? 'Not reported by the source'
        : tokens.map(({ address, symbol }) => (
            <span key={address} className="under token">
              {symbol ?? 'Token'}{' '}
              {/^0x0+$/.test(address) ? (
                '(native coin of the chain)'
              ) : (
                <OnChainReference chainId={strategy.chain_id} kind="address" value={address} />
              )}
            </span>
          )),
    ],
    ['Id', <code key="i">{strategy.id}</code>],
  ];
  return (
    <Card heading="Facts and data sources">
      <Definitions rows={rows} />
    </Card>
  );
}
