import './styles/tokens.css'
import './styles/base.css'
import './styles/pages.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RxBankProvider } from 'rxbank/react'
import { client } from './bank/client'
import { App } from './shell/App'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no element #root')

createRoot(root).render(
  <StrictMode>
    <RxBankProvider client={client}>
      <App userName={root.dataset['user'] ?? ''} />
    </RxBankProvider>
  </StrictMode>,
)
