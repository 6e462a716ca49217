import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { Button, SelectField, TextField } from '../../components/controls.tsx';
import { Loaded } from '../../components/states.tsx';
import { PageHead } from '../../components/surfaces.tsx';
import { title } from '../../design/format.ts';
import { replaceQuery, useQueryText } from '../../routing/location.ts';
import { PlanResult } from './plan-result.tsx';
import { HORIZONS, inputOf, type Question, RISK_CHOICES, readQuestion, writeQuestion } from './question.ts';

const LOOKUP_SIZE = 100;

/** The chains and assets that there are strategies of, the largest first. */
function useChoices() {
  const chains = useQuery({
    queryKey: ['chains'],
    queryFn: ({ signal }) => api.market.chains({ per_page: LOOKUP_SIZE }, { signal }),
  });
  const assets = useQuery({
    queryKey: ['assets'],
    queryFn: ({ signal }) => api.market.assets({ per_page: LOOKUP_SIZE }, { signal }),
  });
  return {
    chains: chains.data?.data ?? [],
    assets: assets.data?.data.filter(({ single }) => single > 0) ?? [],
  };
}

function Form({ question, onAsk }: { question: Question; onAsk: (question: Question) => void }) {
  const [asked, setAsked] = useState(question);
  const { chains, assets } = useChoices();
  const set = (changes: Partial<Question>) => setAsked({ ...asked, ...changes });
  const amount = Number(asked.amount);
  const isAmount = asked.amount.trim() !== '' && Number.isFinite(amount) && amount > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAmount) onAsk(asked);
  };
  return (
    <form className="card plan-form" onSubmit={submit}>
      <TextField
        label="Amount in USD"
        inputMode="decimal"
        required
        value={asked.amount}
        error={isAmount ? undefined : 'An amount is a number above 0.'}
        onChange={(event) => set({ amount: event.target.value })}
      />
      <SelectField label="Asset" value={asked.asset} onChange={(event) => set({ asset: event.target.value })}>
        <option value="">Any</option>
        {asked.asset !== '' && !assets.some(({ key }) => key === asked.asset) && (
          <option>{asked.asset}</option>
        )}
        {assets.map(({ key }) => (
          <option key={key}>{key}</option>
        ))}
      </SelectField>
      <SelectField label="Chain" value={asked.chain} onChange={(event) => set({ chain: event.target.value })}>
        <option value="">Any</option>
        {asked.chain !== '' && !chains.some(({ key }) => key === asked.chain) && (
          <option value={asked.chain}>{title(asked.chain)}</option>
        )}
        {chains.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Most risk"
        value={asked.risk}
        onChange={(event) =>
          set({ risk: RISK_CHOICES.find((each) => each === event.target.value) ?? asked.risk })
        }
      >
        {RISK_CHOICES.map((risk) => (
          <option key={risk} value={risk}>
            {title(risk)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="For"
        value={asked.horizon}
        onChange={(event) =>
          set({ horizon: HORIZONS.find((each) => each === event.target.value) ?? asked.horizon })
        }
      >
        {HORIZONS.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="primary">
        Make a plan
      </Button>
    </form>
  );
}

export default function Plan() {
  const text = useQueryText();
  const question = useMemo(() => readQuestion(new URLSearchParams(text)), [text]);
  const plan = useQuery({
    queryKey: ['plan', question],
    queryFn: ({ signal }) => api.market.recommended(inputOf(question), { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead
        heading="Plan"
        lead="Where an amount would do best after costs, divided so that no strategy, protocol or chain carries too much. An estimate, not advice."
      />
      <div className="stack stack-wide">
        <Form question={question} onAsk={(asked) => replaceQuery(writeQuestion(asked))} />
        <div className={plan.isPlaceholderData ? 'is-stale' : ''}>
          <Loaded query={plan} height={700}>
            {({ data, meta }) => (
              <PlanResult items={data} plan={meta.allocation} rejected={meta.rejected ?? []} />
            )}
          </Loaded>
        </div>
      </div>
    </>
  );
}
