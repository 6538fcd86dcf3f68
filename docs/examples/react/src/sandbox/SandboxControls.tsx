import { useState } from 'react'

const controls = [
  ['pay', 'Make a payment'],
  ['refuse', 'Let the first bank refuse your login'],
  ['relink', 'Connect the first bank again'],
  ['twin', 'Connect the first bank twice'],
  ['fail', 'Let the service fail'],
  ['recover', 'Let the service recover'],
  ['expire', 'Expire the token'],
  ['forget', 'Forget my session'],
] as const

const press = async (name: string): Promise<string> => {
  const answer = await fetch(`/api/sandbox/${name}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`the server answered ${String(answer.status)}`)
  const { message } = (await answer.json()) as { readonly message: string }
  return message
}

/** What a person may make happen behind the app. Only an example has this page. */
export const SandboxControls = () => {
  const [message, setMessage] = useState('')
  const run = (name: string) => {
    press(name).then(setMessage, () => setMessage('The server did not answer. Try again.'))
  }
  return (
    <>
      <p className="lead soft">
        The banks here are invented. Make something happen to them, and see what the app does.
      </p>
      <ul className="controls">
        {controls.map(([name, label]) => (
          <li key={name}>
            <button type="button" onClick={() => run(name)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="reported">
        {message}
      </p>
    </>
  )
}
