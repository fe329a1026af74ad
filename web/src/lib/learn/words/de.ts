import type { Words } from '../words.svelte';

const de: Words = {
  title: 'Lernen',
  intro:
    'Lesen Sie die Regeln mit lebendigen Abbildungen, oder lernen Sie durch Tun: ein paar kleine Stellungen je Spiel, vom ersten Zug bis zum Sieg.',
  rules: 'Regeln',
  lessons: 'Lektionen',
  rulesOf: 'Regeln von {game}',
  lessonsOf: 'Lektionen von {game}',
  contents: 'Inhalt',
  ours: 'Die Bilder der Spielanleitungen sind verloren; die Abbildungen hier sind lebendige Stellungen von uns. Was eine Regel als unseres bezeichnet, sagt die Spielanleitung nicht.',
  clause: 'Absatz {n}',
  figure: 'Abbildung: {caption}',
  words: 'Das Brett in Worten',
  turn: 'Ziehen Sie, um das Bild zu drehen.',
  count: '{n} von {of} geschafft',
  begin: 'Anfangen',
  goOn: 'Weiter',
  done: 'geschafft',
  number: 'Lektion {n} von {of}',
  hint: 'Ein Hinweis',
  show: 'Zeigen Sie es mir',
  again: 'Noch einmal',
  next: 'Nächste Lektion',
  finish: 'Gegen Stufe 1 spielen',
  aim: 'Das Ziel',
  how: 'Drücken Sie auf einen Stein, dann auf den Ort, wohin er soll, dann auf „Bestätigen“. Ziehen dreht das Bild. Jeder Zug steht auch in der Liste darunter.',
  back: 'Alle Lektionen von {game}',
  solved: 'Gut gemacht!',
  refused: 'Das erlauben die Regeln nicht. Der Grund:',
  thinking: 'Die andere Seite antwortet …',
  shared: 'Was alle vier Spiele gemeinsam haben',
  'missed.0': 'Nicht ganz. Schauen Sie noch einmal; nichts ist verloren.',
  'missed.1': 'Das war erlaubt, aber nicht gemeint. Noch einmal?',
  'missed.2': 'Beinahe. Der Hinweis hilft vielleicht weiter.',
};

export default de;
