import { SegmentedControl } from './controls.tsx';

export type Days = '30' | '90' | '365';

const DAYS_OPTIONS = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;

export function DaysChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Days;
  onChange: (value: Days) => void;
}) {
  return <SegmentedControl label={label} value={value} options={DAYS_OPTIONS} onChange={onChange} />;
}
