import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { Button, SelectField, TextField } from '../../components/controls.tsx';
import { QueryResult } from '../../components/states.tsx';
import { PageHead } from '../../components/surfaces.tsx';
import { parseAmount } from '../../design/amounts.ts';
import { formatKeyAsTitle } from '../../design/format.ts';
import { LOCALE } from '../../design/locale.ts';
import { replaceUrlQuery, useQueryText } from '../../routing/location.ts';
import { AllocationResult } from './allocation-result.tsx';
import {
  type AllocationRequest,
  buildAllocationQuery,
  HORIZON_DAYS,
  parseAllocationQuery,
  RISK_CHOICES,
  toAllocationQuery,
} from './question.ts';

const LOOKUP_PAGE_SIZE = 100;

function useChainsAndAssets() {
  const chains = useQuery({
    queryKey: ['chains'],
    queryFn: ({ signal }) => api.market.chains({ per_page: LOOKUP_PAGE_SIZE }, { signal }),
  });
  const assets = useQuery({
    queryKey: ['assets'],
    queryFn: ({ signal }) => api.market.assets({ per_page: LOOKUP_PAGE_SIZE }, { signal }),
  });
  return {
    chains: chains.data?.data ?? [],
    assets: assets.data?.data.filter(({ single }) => single > 0) ?? [],
  };
}

interface Choice {
  readonly key: string;
  readonly name: string;
}

interface ChoiceOrAnyFieldProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The chosen value. An empty key means any value. */
  readonly chosen: Choice;
  readonly onChange: (key: string) => void;
}

/** The chosen value stays in the list even if the catalog does not contain it. */
function ChoiceOrAnyField({ label, choices, chosen, onChange }: ChoiceOrAnyFieldProps) {
  const isChosenOptionMissing = chosen.key !== '' && !choices.some(({ key }) => key === chosen.key);
  return (
    <SelectField label={label} value={chosen.key} onChange={(event) => onChange(event.target.value)}>
      <option value="">Any</option>
      {(isChosenOptionMissing ? [chosen, ...choices] : choices).map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface ChoiceFieldProps<T extends string> {
  readonly label: string;
  readonly choices: readonly T[];
  readonly chosen: T;
  readonly nameOf: (choice: T) => string;
  readonly onChange: (choice: T) => void;
}

function ChoiceField<T extends string>({ label, choices, chosen, nameOf, onChange }: ChoiceFieldProps<T>) {
  return (
    <SelectField
      label={label}
      value={chosen}
      onChange={(event) => onChange(choices.find((each) => each === event.target.value) ?? chosen)}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {nameOf(choice)}
        </option>
      ))}
    </SelectField>
  );
}

const isPositiveAmount = (text: string) => Number(parseAmount(text, LOCALE) ?? 0) > 0;

function AmountField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Amount in USD"
      inputMode="decimal"
      required
      value={value}
      error={isPositiveAmount(value) ? undefined : 'Enter a number above 0.'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Form({
  question: initialRequest,
  onAsk,
}: {
  question: AllocationRequest;
  onAsk: (submittedRequest: AllocationRequest) => void;
}) {
  const [editedRequest, setEditedRequest] = useState(initialRequest);
  const { chains, assets } = useChainsAndAssets();
  const set = (changes: Partial<AllocationRequest>) => setEditedRequest({ ...editedRequest, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = parseAmount(editedRequest.amount, LOCALE);
    if (amount !== undefined && isPositiveAmount(editedRequest.amount)) onAsk({ ...editedRequest, amount });
  };
  return (
    <form className="card allocation-form" onSubmit={submit}>
      <AmountField value={editedRequest.amount} onChange={(amount) => set({ amount })} />
      <ChoiceOrAnyField
        label="Asset"
        choices={assets.map(({ key }) => ({ key, name: key }))}
        chosen={{ key: editedRequest.asset, name: editedRequest.asset }}
        onChange={(asset) => set({ asset })}
      />
      <ChoiceOrAnyField
        label="Chain"
        choices={chains}
        chosen={{ key: editedRequest.chain, name: formatKeyAsTitle(editedRequest.chain) }}
        onChange={(chain) => set({ chain })}
      />
      <ChoiceField
        label="Maximum risk"
        choices={RISK_CHOICES}
        chosen={editedRequest.risk}
        nameOf={formatKeyAsTitle}
        onChange={(risk) => set({ risk })}
      />
      <ChoiceField
        label="Time"
        choices={HORIZON_DAYS}
        chosen={editedRequest.horizon}
        nameOf={(days) => `${days} days`}
        onChange={(horizon) => set({ horizon })}
      />
      <Button type="submit" look="primary">
        Divide the amount
      </Button>
    </form>
  );
}

export default function Allocation() {
  const text = useQueryText();
  const request = useMemo(() => parseAllocationQuery(new URLSearchParams(text)), [text]);
  // The URL may contain any text as the amount.
  const hasAmount = Number(request.amount) > 0;
  const allocation = useQuery({
    queryKey: ['allocation', request],
    enabled: hasAmount,
    queryFn: ({ signal }) => api.market.recommended(toAllocationQuery(request), { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead
        heading="Allocation"
        lead="See how to divide an amount among strategies, with the costs, the risk and the expected earnings. This is an estimate, not advice."
      />
      <div className="stack stack-wide">
        <Form
          question={request}
          onAsk={(allocationRequest) => replaceUrlQuery(buildAllocationQuery(allocationRequest))}
        />
        {hasAmount && (
          <div className={allocation.isPlaceholderData ? 'is-stale' : ''}>
            <QueryResult query={allocation} height={700}>
              {({ data, meta }) => (
                <AllocationResult
                  items={data}
                  overall={meta.allocation}
                  rejected={meta.rejected ?? []}
                  query={toAllocationQuery(request)}
                />
              )}
            </QueryResult>
          </div>
        )}
      </div>
    </>
  );
}
