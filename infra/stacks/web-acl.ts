import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Route } from '../../shared/platform/contract/route.ts';
import { makeWebAcl } from '../constructs/web-acl.ts';
import type { Settings } from '../context.ts';

/** CloudFront takes web ACLs of this region only. */
const REGION = 'us-east-1';

/** The web ACL of a stage with a domain. Its output goes into the stage file as `webAclArn` of the domain. */
export class WebAclStack extends Stack {
  constructor(
    app: App,
    name: string,
    { settings, routes }: { settings: Settings; routes: readonly Route[] },
  ) {
    super(app, `${name}-WebAcl`, {
      description: 'Web ACL of the yield optimization platform REST API',
      env: { region: REGION },
      terminationProtection: settings.terminationProtection,
    });
    const acl = makeWebAcl(this, { scope: 'CLOUDFRONT', settings, routes });
    new CfnOutput(this, 'WebAclArn', { value: acl.attrArn, description: 'webAclArn of the domain' });
  }
}
