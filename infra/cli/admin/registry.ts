import type { Command } from './command.ts';
import { gatewayKeysRepair } from './commands/gateway-keys/repair.ts';
import { keyFind } from './commands/key/find.ts';
import { keyIssue } from './commands/key/issue.ts';
import { keyList } from './commands/key/list.ts';
import { keyRevoke } from './commands/key/revoke.ts';
import { ledgerAdjust } from './commands/ledger/adjust.ts';
import { ledgerVerify } from './commands/ledger/verify.ts';
import { listsRepair } from './commands/lists/repair.ts';
import { requestShow } from './commands/request/show.ts';
import { secretRotate } from './commands/secret/rotate.ts';
import { sessionEnd } from './commands/session/end.ts';
import { signInRotateSecret } from './commands/sign-in/rotate-secret.ts';
import { preflight } from './commands/stack/preflight.ts';
import { teardown } from './commands/stack/teardown.ts';
import { statsRecount } from './commands/stats/recount.ts';
import { strategyListPaused } from './commands/strategy/list-paused.ts';
import { strategyPause } from './commands/strategy/pause.ts';
import { strategyResume } from './commands/strategy/resume.ts';
import { switchNotice } from './commands/switch/notice.ts';
import { switchShow } from './commands/switch/show.ts';
import { switchStart } from './commands/switch/start.ts';
import { switchStop } from './commands/switch/stop.ts';
import { userCreate } from './commands/user/create.ts';
import { userErase } from './commands/user/erase.ts';
import { userExport } from './commands/user/export.ts';
import { userListCommand } from './commands/user/list.ts';
import { userReinstate } from './commands/user/reinstate.ts';
import { userSetLimits } from './commands/user/set-limits.ts';
import { userSetPlan } from './commands/user/set-plan.ts';
import { userSetRole } from './commands/user/set-role.ts';
import { userShow } from './commands/user/show.ts';
import { userSuspend } from './commands/user/suspend.ts';
import { vaultAdd } from './commands/vault/add.ts';
import { vaultList } from './commands/vault/list.ts';
import { vaultPublish } from './commands/vault/publish.ts';
import { vaultRemove } from './commands/vault/remove.ts';
import { vaultRescan } from './commands/vault/rescan.ts';

/** All commands of the operator's command line, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  userCreate,
  userShow,
  userListCommand,
  userSetPlan,
  userSetLimits,
  userSetRole,
  userSuspend,
  userReinstate,
  userExport,
  userErase,
  keyIssue,
  keyFind,
  keyList,
  keyRevoke,
  sessionEnd,
  signInRotateSecret,
  gatewayKeysRepair,
  listsRepair,
  strategyPause,
  strategyResume,
  strategyListPaused,
  switchShow,
  switchStop,
  switchStart,
  switchNotice,
  statsRecount,
  ledgerAdjust,
  ledgerVerify,
  vaultAdd,
  vaultList,
  vaultPublish,
  vaultRemove,
  vaultRescan,
  secretRotate,
  requestShow,
  preflight,
  teardown,
];
