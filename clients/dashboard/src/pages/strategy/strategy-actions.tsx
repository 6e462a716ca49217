import { useState } from 'react';
import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { CopyButton } from '../../components/code.tsx';
import { Button } from '../../components/controls.tsx';
import { CreateAlert } from '../developer/alerts/create-alert.tsx';
import {
  COMPARED_STRATEGIES_MAX,
  comparedStrategiesStore,
  toggleComparedStrategy,
} from '../explorer/compared.ts';
import { toggleWatchedStrategy, watchlistStore } from '../explorer/watchlist.ts';
import { DepositButton } from './deposit.tsx';

type Strategy = StrategiesGetData;

function CompareButton({ strategy }: { strategy: Strategy }) {
  const comparedStrategies = comparedStrategiesStore.use();
  const isCompared = comparedStrategies.some(({ id }) => id === strategy.id);
  return (
    <Button
      small
      aria-pressed={isCompared}
      disabled={!isCompared && comparedStrategies.length >= COMPARED_STRATEGIES_MAX}
      onClick={() => toggleComparedStrategy(strategy)}
    >
      {isCompared ? 'Added to comparison' : 'Add to comparison'}
    </Button>
  );
}

function WatchButton({ id }: { id: string }) {
  const isWatched = watchlistStore.use().includes(id);
  return (
    <Button small aria-pressed={isWatched} onClick={() => toggleWatchedStrategy(id)}>
      {isWatched ? 'On your watchlist' : 'Add to watchlist'}
    </Button>
  );
}

function AlertButton({ strategy }: { strategy: Strategy }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Alert me
      </Button>
      {isOpen && <CreateAlert strategy={strategy} onClose={() => setOpen(false)} />}
    </>
  );
}

export function StrategyActions({ strategy }: { strategy: Strategy }) {
  return (
    <span className="row">
      <WatchButton id={strategy.id} />
      <CompareButton strategy={strategy} />
      <AlertButton strategy={strategy} />
      <CopyButton text={location.href} label="Copy link" />
      <DepositButton strategy={strategy} />
    </span>
  );
}
