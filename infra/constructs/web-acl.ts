import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { CREDENTIAL_PATTERN } from '../../shared/platform/contract/credentials.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { CREDENTIAL_HEADER } from '../../shared/platform/contract/headers.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import type { Settings } from '../context.ts';
import { nameResource } from './names.ts';

/** The requests of an address are counted over this time. */
const WINDOW_SECONDS = 300;
const REFUSAL = 'rate_limit_exceeded';

const BLOCK = {
  block: {
    customResponse: {
      responseCode: ERRORS[REFUSAL].status,
      customResponseBodyKey: REFUSAL,
      responseHeaders: [{ name: 'Retry-After', value: String(WINDOW_SECONDS) }],
    },
  },
};

/** The body of a response from the firewall, in the service's envelope. */
function refusalText(): string {
  return JSON.stringify({ success: false, error: { code: REFUSAL, message: ERRORS[REFUSAL].message } });
}

function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

type Field = CfnWebACL.FieldToMatchProperty;

function matches(fieldToMatch: Field, regexString: string): CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'NONE' }];
  return { regexMatchStatement: { fieldToMatch, regexString, textTransformations } };
}

const header = (name: string): Field => ({ singleHeader: { Name: name.toLowerCase() } });
const PATH: Field = { uriPath: {} };
/** The gateway's own address has the stage before the version. */
const BEGINNING = '^(/[a-z]+)?';

/** The addresses of routes that need no credential, in every version, as one regular expression. */
function publicPaths(routes: readonly Route[]): string {
  const paths = routes
    .filter(({ access }) => access === 'public')
    .map(({ path }) => path.replace(/^\/$/, ''));
  return `${BEGINNING}/v[0-9]+(${[...new Set(paths)].join('|')})/?$`;
}

/** Matches a request with a well-formed credential. WAF cannot know whether the credential is valid. */
function identified(): CfnWebACL.StatementProperty {
  const credential = CREDENTIAL_PATTERN.source.slice(1, -1);
  return {
    orStatement: {
      statements: [
        matches(header(CREDENTIAL_HEADER), `^${credential}$`),
        matches(header('Authorization'), `^[Bb]earer +${credential}$`),
      ],
    },
  };
}

/** Matches a request to the API without a well-formed credential, or to a public route. */
function unidentified(routes: readonly Route[]): CfnWebACL.StatementProperty {
  const isOpen = {
    orStatement: {
      statements: [{ notStatement: { statement: identified() } }, matches(PATH, publicPaths(routes))],
    },
  };
  const ofApi = matches(PATH, `${BEGINNING}/(v[0-9]+|mcp)(/|$)`);
  return { andStatement: { statements: [ofApi, isOpen] } };
}

export interface WebAclProps {
  /** `CLOUDFRONT` in us-east-1 for a distribution, `REGIONAL` for the gateway itself. */
  readonly scope: 'CLOUDFRONT' | 'REGIONAL';
  readonly settings: Pick<
    Settings,
    'wafRequestsPerFiveMinutes' | 'wafPublicRequestsPerFiveMinutes' | 'wafCredentialRequestsPerFiveMinutes'
  >;
  readonly routes: readonly Route[];
}

/**
 * The firewall: one rate rule for all requests of an address, a lower one for those without a credential, and one for
 * those with a credential, which bounds how many can be guessed.
 */
export function makeWebAcl(owner: Construct, { scope, settings, routes }: WebAclProps): CfnWebACL {
  const rule = (
    name: string,
    priority: number,
    limit: number,
    scopeDownStatement?: CfnWebACL.StatementProperty,
  ) => ({
    name,
    priority,
    action: BLOCK,
    statement: {
      rateBasedStatement: {
        limit,
        aggregateKeyType: 'IP',
        evaluationWindowSec: WINDOW_SECONDS,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
    visibilityConfig: visibility(name),
  });
  const acl = new CfnWebACL(owner, 'WebAcl', {
    scope,
    defaultAction: { allow: {} },
    customResponseBodies: { [REFUSAL]: { contentType: 'APPLICATION_JSON', content: refusalText() } },
    visibilityConfig: visibility('All'),
    rules: [
      rule('Flood', 0, settings.wafRequestsPerFiveMinutes),
      rule('Unidentified', 1, settings.wafPublicRequestsPerFiveMinutes, unidentified(routes)),
      rule('Credentials', 2, settings.wafCredentialRequestsPerFiveMinutes, identified()),
    ],
  });
  nameResource(acl, 'WebAcl');
  return acl;
}
