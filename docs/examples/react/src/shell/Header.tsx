import { useDueConsents } from '../bank/useOverview'
import { Link, useLocation } from './location'
import { Spoken } from './Spoken'

const links = [
  ['/', 'Accounts'],
  ['/transactions', 'Transactions'],
  ['/consents', 'Consents'],
] as const

const DueCount = () => {
  const { size } = useDueConsents().value
  if (size === 0) return null
  return (
    <span className="count">
      {size}
      <Spoken> to renew</Spoken>
    </span>
  )
}

export const Header = ({ userName }: { readonly userName: string }) => {
  const { path } = useLocation()
  return (
    <header className="bar">
      <span className="brand">Daybook</span>
      <nav aria-label="Pages">
        <ul>
          {links.map(([to, name]) => (
            <li key={to}>
              <Link to={to} aria-current={path === to ? 'page' : undefined}>
                {name}
                {to === '/consents' && <DueCount />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Link to="/sandbox" className="quiet" aria-current={path === '/sandbox' ? 'page' : undefined}>
        Sandbox
      </Link>
      <form method="post" action="/logout">
        <button className="quiet">
          Log out<Spoken> {userName}</Spoken>
        </button>
      </form>
    </header>
  )
}
