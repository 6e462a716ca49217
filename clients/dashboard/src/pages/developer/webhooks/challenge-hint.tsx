export function ChallengeHint() {
  return (
    <p className="soft small">
      The first test verifies the endpoint. It sends a random text in the field <code>data.challenge</code>.
      Within five seconds, your server must answer with a 2xx status and the body{' '}
      <code>{'{"challenge": "…"}'}</code>, with the same text instead of the dots. Until then, the endpoint
      receives no other events. <a href="/docs/guides/webhooks">Guide to webhooks</a>
    </p>
  );
}
