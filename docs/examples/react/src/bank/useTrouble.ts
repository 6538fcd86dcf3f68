import { useStream } from 'rxbank/react'
import { useOnline } from '../shell/useOnline'
import { useBank } from './client'
import { watchTrouble } from './trouble'

/** What keeps the page from being up to date, live. */
export const useTrouble = () => {
  const { client } = useBank()
  const { value } = useStream('trouble', () => watchTrouble(client.events$), { initialValue: 'none' })
  return useOnline() || value === 'loggedOut' ? value : 'offline'
}
