import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Route } from '../../shared/platform/contract/route.ts';
import { makeWebAcl } from '../constructs/web-acl.ts';
import type { Settings } from '../context.ts';

/** The region of the web ACL. CloudFront accepts web ACLs only from this region. */
const WEB_ACL_REGION = 'us-east-1';

/**
 * Stack with the web ACL of a stage with a domain. The stage file must contain the web ACL's ARN as `domain.webAclArn`.
 */
export class WebAclStack extends Stack {
  constructor(
    app: App,
    name: string,
    { settings, routes }: { settings: Settings; routes: readonly Route[] },
  ) {
    super(app, `${name}-WebAcl`, {
      description: 'Web ACL of the yield optimization platform REST API',
      env: { region: WEB_ACL_REGION },
      terminationProtection: settings.terminationProtection,
    });
    const acl = makeWebAcl(this, { scope: 'CLOUDFRONT', settings, routes });
    new CfnOutput(this, 'WebAclArn', { value: acl.attrArn, description: 'webAclArn of the domain' });
  }
}
