export const WINDOW_DAYS = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;
export const TIME_WINDOWS = [
  '7d',
  '30d',
  '90d',
  '365d',
] as const satisfies readonly (keyof typeof WINDOW_DAYS)[];
export type TimeWindow = (typeof TIME_WINDOWS)[number];

/** Market figures can be grouped by these fields. */
export const GROUP_KINDS = ['chain', 'protocol', 'asset'] as const;
export type Group = (typeof GROUP_KINDS)[number];

export const TREND_LIST_MAX = 50;
