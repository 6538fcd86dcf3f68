import { useTrouble } from '../bank/useTrouble'

const texts: Readonly<Record<'offline' | 'unreachable', string>> = {
  offline: 'You are offline. What you see may be out of date; it goes on by itself when you are back.',
  unreachable: 'No news at the moment: the bank’s service does not answer. It is tried again by itself.',
}

/** Says why the page is not up to date. The region is always there, and it changes only with the reason. */
export const Notices = () => {
  const trouble = useTrouble()
  const back = `/login?${new URLSearchParams({ back: location.pathname + location.search }).toString()}`
  return (
    <>
      <div role="status">
        {(trouble === 'offline' || trouble === 'unreachable') && <p className="banner">{texts[trouble]}</p>}
      </div>
      <div role="alert">
        {trouble === 'loggedOut' && (
          <p className="banner">
            Your session has ended. <a href={back}>Log in again</a>
          </p>
        )}
      </div>
    </>
  )
}
