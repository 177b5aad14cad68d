"""One text or release beside another: fixes, migrations, differences, upgrades, reviews."""
