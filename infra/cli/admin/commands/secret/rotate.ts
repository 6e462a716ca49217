import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { readConfig } from '../../../../../shared/platform/config.ts';
import { toVariableName } from '../../../../context.ts';
import { isSecretReference } from '../../../../stage.ts';
import { UsageError } from '../../../usage-error.ts';
import { type AwsCommand, CommandError, readPositionalArgument, readTextOption } from '../../command.ts';
import { parseSecretReference, type SecretReference } from '../../preflight/requirements.ts';
import { openStageFile, type StageFile } from '../../stage-file.ts';

/**
 * Name of the setting with the secret that CloudFront sends with each request. No other system uses this
 * secret, so the command can generate a random value.
 */
const ORIGIN_SECRET_SETTING = 'originSecret';
/**
 * Name of the setting with CloudFront's previous secret. While CloudFront changes to the current secret, the
 * functions accept both secrets.
 */
const PREVIOUS_ORIGIN_SECRET_SETTING = 'originSecretPrevious';
const SECRET_BYTES = 32;

/** Formats a secret's version as a reference in a stage file. */
const formatSecretReference = (name: string, version: string) =>
  `secretsmanager:${name}:SecretString:::${version}`;

interface RotatedReference {
  /** Reference to the secret's new version, as a stage file contains it. */
  readonly current: string;
  /** Reference to the previous version; undefined when it is unknown. */
  readonly previous: string | undefined;
}

async function rotateSecret(
  region: string,
  { name, version }: SecretReference,
  value: string,
): Promise<RotatedReference> {
  const client = new SecretsManagerClient({ region });
  try {
    const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId: name }));
    const previousVersion =
      version ??
      Object.entries(VersionIdsToStages).find(([, versionStages]) =>
        versionStages.includes('AWSCURRENT'),
      )?.[0];
    const put = new PutSecretValueCommand({ SecretId: name, SecretString: value });
    const { VersionId } = await client.send(put);
    if (VersionId === undefined)
      throw new CommandError(
        `Secrets Manager stored ${name} but returned no version. Run the command again.`,
      );
    return {
      current: formatSecretReference(name, VersionId),
      previous: previousVersion && formatSecretReference(name, previousVersion),
    };
  } finally {
    client.destroy();
  }
}

async function rotateParameter(
  region: string,
  { name, version }: SecretReference,
  value: string,
): Promise<RotatedReference> {
  const client = new SSMClient({ region });
  try {
    const { Version } = await client.send(
      new PutParameterCommand({ Name: name, Value: value, Overwrite: true }),
    );
    return { current: `ssm:${name}:${Version}`, previous: version && `ssm:${name}:${version}` };
  } finally {
    client.destroy();
  }
}

/** Returns the value in the file; without a file, a new random origin secret. */
function readNewSecret(secretSettingName: string, file: string | undefined): string {
  if (file === undefined && secretSettingName === ORIGIN_SECRET_SETTING)
    return randomBytes(SECRET_BYTES).toString('hex');
  if (file === undefined)
    throw new UsageError(
      `--value-file is required for ${secretSettingName}. Give a file that contains the new value`,
    );
  const value = readFileSync(file, 'utf8').trim();
  readConfig({ [toVariableName(secretSettingName)]: value });
  return value;
}

/**
 * Stores a new value of a setting and writes a reference to its version into the stage file. Returns the
 * changed settings.
 */
export async function rotateSetting(
  region: string,
  { path, settings, write }: StageFile,
  settingName: string,
  newSecretFile: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const settingValue = settings[settingName];
  if (typeof settingValue !== 'string' || !isSecretReference(settingValue)) {
    throw new CommandError(
      `The value of ${settingName} in ${path} must start with ssm: or secretsmanager:, because the command replaces only secrets in AWS.`,
    );
  }
  const [service = '', ...rest] = settingValue.split(':');
  const reference = parseSecretReference(service, rest.join(':'));
  if (reference.jsonKey !== undefined) {
    throw new CommandError(
      `${settingName} is one field of a JSON secret. This command cannot change a single field. Change the field in Secrets Manager.`,
    );
  }
  const value = readNewSecret(settingName, newSecretFile);
  const rotateReferencedSecret = reference.service === 'ssm' ? rotateParameter : rotateSecret;
  const { current, previous } = await rotateReferencedSecret(region, reference, value);
  const keepsPreviousSecret = settingName === ORIGIN_SECRET_SETTING && previous !== undefined;
  const changedSettings = {
    [settingName]: current,
    ...(keepsPreviousSecret && { [PREVIOUS_ORIGIN_SECRET_SETTING]: previous }),
  };
  write(changedSettings);
  return changedSettings;
}

export const secretRotateCommand: AwsCommand = {
  name: 'secret rotate',
  worksOn: 'aws',
  summary: 'Replace a secret of a stage with a new value',
  positionals: ['SETTING'],
  recorded: 'never',
  options: {
    stage: {
      type: 'string',
      value: 'NAME',
      summary: 'stage of the secret: the name of a file in infra/stages, without .json',
      required: true,
    },
    'value-file': {
      type: 'string',
      value: 'FILE',
      summary:
        'file with the new value of the secret; required, except for originSecret, which gets a random value by default',
    },
  },
  notes: `SETTING is the name of a setting in the stage file, such as originSecret. In the stage file, the value of this setting must start
with ssm: or secretsmanager:. \`secret rotate\` stores the new secret in AWS, and writes the version of the new secret into the stage
file. The functions use the old secret until you deploy the stage.

After you rotate originSecret and deploy, the functions also accept the previous originSecret until the next rotation. If
originSecret has leaked, rotate and deploy twice, because the functions accept the leaked secret until the second deployment. If
another secret has leaked, rotate and deploy once.`,
  async run(commandContext) {
    const { region, values } = commandContext;
    const stage = readTextOption(values, 'stage') ?? '';
    const file = openStageFile(stage);
    commandContext.print(
      await rotateSetting(
        region,
        file,
        readPositionalArgument(commandContext, 0),
        readTextOption(values, 'value-file'),
      ),
    );
    commandContext.say(`Wrote ${file.path}. Deploy now: npm run deploy -- -c stage=${stage}`);
  },
};
