import { useEffect, useRef, useState } from 'react'
import { Accounts } from '../accounts/Accounts'
import { arrival } from '../connect/arrival'
import { ArrivalNote } from '../connect/ArrivalNote'
import { Consents } from '../consents/Consents'
import { SandboxControls } from '../sandbox/SandboxControls'
import { Transactions } from '../transactions/Transactions'
import { Header } from './Header'
import { useLocation } from './location'
import { Notices } from './Notices'

const pages: Readonly<Record<string, { readonly title: string; readonly Page: () => React.ReactNode }>> = {
  '/': { title: 'Accounts', Page: Accounts },
  '/transactions': { title: 'Transactions', Page: Transactions },
  '/consents': { title: 'Consents', Page: Consents },
  '/sandbox': { title: 'Sandbox', Page: SandboxControls },
}

/** The focus follows to the heading of a page that was opened by a link, so that it is read. */
const useFocusedHeading = (path: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) heading.current?.focus()
    shown.current = path
  }, [path])
  return heading
}

export const App = ({ userName }: { readonly userName: string }) => {
  const { path } = useLocation()
  const heading = useFocusedHeading(path)
  const [arrived, setArrived] = useState(arrival)
  if (arrived !== undefined && arrived.path !== path) setArrived(undefined)
  const { title, Page } = pages[path] ?? { title: 'Accounts', Page: Accounts }
  return (
    <>
      <title>{`${title} · Daybook`}</title>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header userName={userName} />
      <Notices />
      <main id="main" tabIndex={-1}>
        {arrived !== undefined && <ArrivalNote arrival={arrived} />}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Page />
      </main>
    </>
  )
}
