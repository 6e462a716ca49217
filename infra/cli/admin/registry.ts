import type { Command } from './command.ts';
import { gatewayKeysRepairCommand } from './commands/gateway-keys/repair.ts';
import { keyFindCommand } from './commands/key/find.ts';
import { keyIssueCommand } from './commands/key/issue.ts';
import { keyListCommand } from './commands/key/list.ts';
import { keyRevokeCommand } from './commands/key/revoke.ts';
import { ledgerAdjustCommand } from './commands/ledger/adjust.ts';
import { ledgerVerifyCommand } from './commands/ledger/verify.ts';
import { listsRepairCommand } from './commands/lists/repair.ts';
import { requestShowCommand } from './commands/request/show.ts';
import { secretRotateCommand } from './commands/secret/rotate.ts';
import { sessionEndCommand } from './commands/session/end.ts';
import { signInRotateSecretCommand } from './commands/sign-in/rotate-secret.ts';
import { preflightCommand } from './commands/stack/preflight.ts';
import { teardownCommand } from './commands/stack/teardown.ts';
import { statsRecountCommand } from './commands/stats/recount.ts';
import { strategyListPausedCommand } from './commands/strategy/list-paused.ts';
import { strategyPauseCommand } from './commands/strategy/pause.ts';
import { strategyResumeCommand } from './commands/strategy/resume.ts';
import { switchNoticeCommand } from './commands/switch/notice.ts';
import { switchShowCommand } from './commands/switch/show.ts';
import { switchStartCommand } from './commands/switch/start.ts';
import { switchStopCommand } from './commands/switch/stop.ts';
import { userCreateCommand } from './commands/user/create.ts';
import { userEraseCommand } from './commands/user/erase.ts';
import { userExportCommand } from './commands/user/export.ts';
import { userListCommand } from './commands/user/list.ts';
import { userReinstateCommand } from './commands/user/reinstate.ts';
import { userSetLimitsCommand } from './commands/user/set-limits.ts';
import { userSetPlanCommand } from './commands/user/set-plan.ts';
import { userSetRoleCommand } from './commands/user/set-role.ts';
import { userShowCommand } from './commands/user/show.ts';
import { userSuspendCommand } from './commands/user/suspend.ts';
import { vaultAddCommand } from './commands/vault/add.ts';
import { vaultListCommand } from './commands/vault/list.ts';
import { vaultPublishCommand } from './commands/vault/publish.ts';
import { vaultRemoveCommand } from './commands/vault/remove.ts';
import { vaultRescanCommand } from './commands/vault/rescan.ts';

/** All commands of the operator's command line, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  userCreateCommand,
  userShowCommand,
  userListCommand,
  userSetPlanCommand,
  userSetLimitsCommand,
  userSetRoleCommand,
  userSuspendCommand,
  userReinstateCommand,
  userExportCommand,
  userEraseCommand,
  keyIssueCommand,
  keyFindCommand,
  keyListCommand,
  keyRevokeCommand,
  sessionEndCommand,
  signInRotateSecretCommand,
  gatewayKeysRepairCommand,
  listsRepairCommand,
  strategyPauseCommand,
  strategyResumeCommand,
  strategyListPausedCommand,
  switchShowCommand,
  switchStopCommand,
  switchStartCommand,
  switchNoticeCommand,
  statsRecountCommand,
  ledgerAdjustCommand,
  ledgerVerifyCommand,
  vaultAddCommand,
  vaultListCommand,
  vaultPublishCommand,
  vaultRemoveCommand,
  vaultRescanCommand,
  secretRotateCommand,
  requestShowCommand,
  preflightCommand,
  teardownCommand,
];
