import { useState } from 'react';
import { Button } from './controls.tsx';

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [statusText, setStatusText] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatusText('Copied');
    } catch {
      setStatusText('Could not copy. Select the text and copy it');
    }
    setTimeout(() => setStatusText(undefined), 2_000);
  };
  return (
    <Button small onClick={() => void copy()}>
      <span aria-live="polite">{statusText ?? label}</span>
    </Button>
  );
}

export function Code({ text, label, copyLabel }: { text: string; label: string; copyLabel?: string }) {
  return (
    <div className="code">
      <div className="code-head">
        <span className="soft small">{label}</span>
        <CopyButton text={text} {...(copyLabel === undefined ? {} : { label: copyLabel })} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </div>
  );
}
