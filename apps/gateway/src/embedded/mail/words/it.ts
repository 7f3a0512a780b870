/** Mails with a code or a link, in Italian. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'Pagina',
  'about.browser': 'Browser',
  'about.network': 'Rete',
  'about.time': 'Ora',

  'device.subject': 'Conferma il tuo accesso',
  'device.lead': 'Qualcuno chiede di accedere a {origin} con questo indirizzo.',
  'device.open': 'Se sei stato tu, apri questa pagina. Chiede le due cifre mostrate dall’app.',
  'device.confirm': 'Conferma l’accesso',
  'device.life': 'Il link funziona una volta, entro {minutes} minuti.',
  'device.not-you':
    'Se non sei stato tu, apri la pagina e scegli “Non ero io”, oppure non fare nulla: senza di te non succede nulla.',

  'code.subject': 'Il tuo codice di accesso',
  'code.lead': 'Qualcuno accede a {origin} con questo indirizzo, su un dispositivo che hai già usato.',
  'code.type': 'Se sei stato tu, scrivi questo codice nell’app:',
  'code.life': 'Il codice funziona una volta, entro {minutes} minuti. Nessuno di noi te lo chiederà mai.',
  'code.not-you': 'Se non sei stato tu, non fare nulla: senza il codice nessuno entra.',

  'step-up.subject': 'Conferma una modifica al tuo wallet',
  'step-up.lead':
    'Stai per cambiare qualcosa che protegge il tuo wallet. Scrivi questo codice nella finestra del wallet:',
  'step-up.not-you':
    'Se non sei stato tu, non fare nulla e controlla i dispositivi nelle impostazioni del tuo wallet.',

  'change-from.subject': 'Cambia l’indirizzo del tuo wallet',
  'change-from.lead': 'Qualcuno chiede di usare un altro indirizzo e-mail per il tuo wallet: {email}',
  'change-from.type': 'Se sei stato tu e questo indirizzo è tuo, scrivi questo codice nell’app:',
  'change-from.life': 'Il codice funziona una volta, entro {minutes} minuti.',
  'change-from.not-you': 'Se non sei stato tu, non fare nulla: senza il codice l’indirizzo resta com’è.',

  'change-to.subject': 'Conferma il tuo nuovo indirizzo',
  'change-to.lead': 'Questo indirizzo verrà usato per un wallet. Se lo vuoi, scrivi questo codice nell’app:',
  'change-to.life':
    'Il codice funziona una volta, entro {minutes} minuti. Se non sei stato tu, non fare nulla.',

  'vault-enrol.subject': 'Configura la cassaforte del tuo wallet',
  'vault-enrol.lead':
    'A questo indirizzo si chiederà conferma quando un wallet viene recuperato. Se lo vuoi, scrivi questo codice nella finestra del wallet:',
  'vault-enrol.not-you': 'Se non sei stato tu, non fare nulla.',
  'vault-open.subject': 'Apri la cassaforte del tuo wallet',
  'vault-open.lead':
    'Qualcuno chiede di recuperare il tuo wallet o di cambiare il PIN della sua cassaforte. Se sei stato tu, scrivi questo codice nella finestra del wallet:',
  'vault-open.not-you':
    'Se non sei stato tu, qualcuno potrebbe essere entrato nel tuo account: non dare il codice a nessuno.',
  'vault.life':
    'Il codice funziona una volta, entro {minutes} minuti. Nessuno di noi te lo chiederà mai, e nemmeno il tuo PIN.',
}
