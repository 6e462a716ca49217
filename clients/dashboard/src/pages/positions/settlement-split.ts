import { formatUsd } from '../../design/format.ts';

/** An amount in US dollars in vaults, and an amount in the sandbox, where no money is real. */
export interface SettlementSplit {
  readonly vaults: number;
  readonly sandbox: number;
}

/** Says how an amount is divided between vaults and the sandbox, such as `$40.00 in vaults, $2.50 in the sandbox`. */
export const formatSettlementSplit = ({ vaults, sandbox }: SettlementSplit): string =>
  `${formatUsd(vaults)} in vaults, ${formatUsd(sandbox)} in the sandbox`;

export const SANDBOX_ONLY_TEXT = 'in the sandbox, without real money';

interface LineWithSettlement {
  readonly settlement: string;
}

const isInSandbox = ({ settlement }: LineWithSettlement): boolean => settlement === 'sandbox';

/**
 * Where the positions of a statement are. `mixed`: in vaults and in the sandbox. `unknown`: not all lines are loaded.
 */
export type StatementKind = 'none' | 'vaults' | 'sandbox' | 'mixed' | 'unknown';

/**
 * Returns whether the positions of a statement are in vaults, in the sandbox or both. Returns `unknown` if some lines
 * are not loaded.
 *
 * @param total the number of all lines of the statement
 */
export function statementKindOf(lines: readonly LineWithSettlement[], total: number): StatementKind {
  if (lines.length < total) return 'unknown';
  const hasSandboxLines = lines.some(isInSandbox);
  const hasVaultLines = !lines.every(isInSandbox);
  if (hasSandboxLines && hasVaultLines) return 'mixed';
  return hasSandboxLines ? 'sandbox' : hasVaultLines ? 'vaults' : 'none';
}

/** Sums a figure of a statement's lines by settlement. Lines where the figure is unknown do not count. */
export function sumBySettlement<Line extends LineWithSettlement>(
  lines: readonly Line[],
  figureOf: (line: Line) => number | null,
): SettlementSplit {
  const sum = (part: readonly Line[]) => part.reduce((total, line) => total + (figureOf(line) ?? 0), 0);
  return { vaults: sum(lines.filter((line) => !isInSandbox(line))), sandbox: sum(lines.filter(isInSandbox)) };
}
