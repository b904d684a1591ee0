/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";
import { visibleLine } from "../text/visible-text.ts";
import type { View } from "../view.ts";

export type PageName = "overview" | "skills" | "runs" | "none";

interface PageProps {
  readonly view: View;
  readonly title: string;
  readonly current: PageName;
}

/** The frame of every page: head, skip link, navigation, footer. */
export function Page({ view, title, current, children }: PropsWithChildren<PageProps>) {
  const { assets } = view;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${visibleLine(title)} · Metis Curator`}</title>
        <link rel="icon" type="image/svg+xml" href={assets.icon} />
        {assets.styles.map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        {assets.scripts.map((src) => (
          <script type="module" src={src} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Header view={view} current={current} />
        <main id="main" tabindex={-1}>
          {children}
        </main>
        <footer class="footer">
          <p>
            Metis Curator {view.version}. Read-only: every change is a command. Times are{" "}
            <span data-zone>UTC</span>; money and days are counted in UTC.{" "}
            <a href={view.links.reference}>The same for programs</a>.
          </p>
        </footer>
      </body>
    </html>
  );
}

interface HeaderProps {
  readonly view: View;
  readonly current: PageName;
}

function Header({ view, current }: HeaderProps) {
  const { links } = view;
  return (
    <header class="header">
      <a class="wordmark" href={links.overview}>
        Metis Curator
      </a>
      <nav aria-label="Pages">
        <ul>
          <NavLink href={links.overview} isCurrent={current === "overview"} label="Overview" />
          <NavLink href={links.skills} isCurrent={current === "skills"} label="Skills" />
          <NavLink href={links.runs} isCurrent={current === "runs"} label="Runs" />
        </ul>
      </nav>
      <code class="root">{visibleLine(view.commandLine)}</code>
    </header>
  );
}

interface NavLinkProps {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

function NavLink({ href, label, isCurrent }: NavLinkProps) {
  return (
    <li>
      <a href={href} {...(isCurrent ? { "aria-current": "page" } : {})}>
        {label}
      </a>
    </li>
  );
}
