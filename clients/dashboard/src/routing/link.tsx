import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate, usePath } from './location.ts';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
}

/** Whether the browser itself must handle the click, for example because Ctrl+click opens a new tab. */
const isHandledByBrowser = (event: MouseEvent) =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey;

export function Link({ to, onClick, ...rest }: LinkProps) {
  return (
    <a
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (isHandledByBrowser(event)) return;
        event.preventDefault();
        navigate(to);
      }}
      {...rest}
    />
  );
}

/** Marks the link as current if the current path is the link's path or below it. */
export function NavLink({ to, ...rest }: LinkProps) {
  const path = usePath();
  const isCurrentPage = path === to || path.startsWith(`${to}/`);
  return <Link to={to} aria-current={isCurrentPage ? 'page' : undefined} {...rest} />;
}
