"""One module for each table or pair of tables of Docs/evaluation: what it runs, and how it shows what came out."""
