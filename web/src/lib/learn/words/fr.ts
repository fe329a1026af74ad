import type { Words } from '../words.svelte';

const fr: Words = {
  title: 'Apprendre',
  intro:
    'Lisez les règles avec des figures interactives, ou apprenez en jouant : quelques petites positions par jeu, du premier coup à la victoire.',
  lessons: 'Leçons',
  rulesOf: 'Règles de {game}',
  contents: 'Sommaire',
  ours: 'Les images des livrets sont perdues ; les figures sont ici des positions interactives de notre composition. Ce qu’un paragraphe donne comme nôtre ne figure pas dans le livret.',
  clause: 'Paragraphe {n}',
  words: 'Le plateau en mots',
  turn: 'Faites glisser pour tourner l’image.',
  count: '{n} sur {of} faites',
  begin: 'Commencer',
  goOn: 'Continuer',
  done: 'faite',
  number: 'Leçon {n} sur {of}',
  hint: 'Un indice',
  show: 'Montrez-moi',
  again: 'Réessayer',
  next: 'Leçon suivante',
  finish: 'Jouer contre l’ordinateur',
  aim: 'Le but',
  how: 'Touchez une pièce, puis l’endroit où elle doit aller, puis « Confirmer ». Faites glisser pour tourner l’image. Chaque coup se trouve aussi dans la liste ci-dessous.',
  back: 'Toutes les leçons de {game}',
  solved: 'Bravo !',
  shown: 'Voilà comment on fait. À vous maintenant.',
  yourself: 'Essayer moi-même',
  refused: 'Les règles ne permettent pas ce coup. Voici pourquoi :',
  thinking: 'L’autre camp répond…',
  shared: 'Ce que les quatre jeux ont en commun',
  'missed.0': 'Pas tout à fait. Regardez encore ; rien n’est perdu.',
  'missed.1': 'Ce coup est permis, mais ce n’est pas le bon. On réessaie ?',
  'missed.2': 'Presque. L’indice peut vous aider.',
};

export default fr;
